"""For each fan a hand that has it, in notation; how it was won follows where it matters.

The page of the rules draws the sets in which the fan lies, as the engine finds them.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Example(NamedTuple):
    """A hand, and the fields of a request beside it."""

    hand: str
    how: Mapping[str, Any] = {}


_THROWN: Final = {"win": "discard", "discarder": "west"}


def _wild(indicator: str, *discarded: str, **how: Any) -> dict[str, Any]:
    return {"wild": {"indicator": indicator, "discarded": list(discarded)}, **how}


_JOKER: Final = "[p222p] 345m68p55s1s99m + 7p"
_ANY: Final = "[p333z][p111p] 456s789m2m"

EXAMPLES: Final[Mapping[str, Example]] = {
    "menqing": Example("123456789m 45s 99p + 6s", _THROWN),
    "pinghu": Example("[c123m][c456m] 78m 55s 234p + 9m"),
    "zimo": Example("123456789m 45s 99p + 6s"),
    "yazi": Example("[p777z] 12p 456p 789p 11z + 3p"),
    "queyi": Example("12s 789s 123m 789m 55m + 3s"),
    "yaotou": Example("123456789m 45s 99p + 6s"),
    "duanyao": Example("[c345p][c345s] 345m 67m 22s + 8m"),
    "qixiang": Example("123456789m 45s 99p + 6s"),
    "lianfu": Example("[c345p][c345s] 345m 67m 22s + 8m"),
    "laoshao": Example("[c789s] 12345678s 66z + 3s"),
    "zige": Example("[p222m][p555p] 888s 33s 99m + 9m"),
    "minggang": Example("[k5555z] 123456789m 3s + 3s"),
    "angang": Example("[a8888p] 123456789s 2m + 2m"),
    "menfeng": Example("[p222z] 223344m 78m 77z + 9m", {"seat": "south"}),
    "quanfeng": Example("[p222z] 223344m 78m 77z + 9m", {"round": "south"}),
    "other_wind": Example("[p222z] 223344m 78m 77z + 9m"),
    "zhong": Example("[p777z] 12p 456p 789p 11z + 3p"),
    "fa": Example("[p111z][p222m] 666z 99m 33m + 9m"),
    "bai": Example("[k5555z] 123456789m 3s + 3s"),
    "dudiao": Example("[a8888p] 123456789s 2m + 2m"),
    "yiban": Example("234m234m567s88p46p + 5p"),
    "sanfutong": Example("[c345p][c345s] 345m 67m 22s + 8m"),
    "sifutong": Example("[c345s][c345m] 334455p 8p + 8p"),
    "shuangpiao": Example("[c123s] 456s 123m 46m 99p + 5m"),
    "shuanglaoshao": Example("12s 789s 123m 789m 55m + 3s"),
    "yitiaolong": Example("[c123m][c456m] 78m 55s 234p + 9m"),
    "banlong": Example("12345678m 456m 55p + 9m"),
    "shuangbanban": Example("112233m 556677p 9s + 9s"),
    "shuangban_shuanglian": Example("112233445566p 9s + 9s"),
    "shuangban_shuanglao": Example("112233778899p 5s + 5s"),
    "shuangban_shuangxi": Example("445566m 445566s 1z + 1z"),
    "hunshuangban_shuangxi": Example("445566m 445566s 1z + 1z", {"options": {"hun_shuangxi": "lenient"}}),
    "tieban": Example("[c234m][c234m] 234m 67s 55p + 8s"),
    "gangban": Example("222233334444m 6p + 6p"),
    "duiduihu": Example("[p222m][p555p] 888s 33s 99m + 9m"),
    "fengqing": Example("[p111z][k2222z] 777z 66z 55z + 6z"),
    "hunyise": Example("[k7777z][a6666z] 234m 79m 99m + 8m"),
    "qingyise": Example("[p222m] 345m 567m 99m 78m + 9m"),
    "hunlong": Example("[p777z] 12p 456p 789p 11z + 3p"),
    "hunduidui": Example("[p111z][p222m] 666z 99m 33m + 9m"),
    "hunbanlong": Example("[c789s] 12345678s 66z + 9s"),
    "hunshuangbanban": Example("[c234p] 234p 667788p 6z + 6z"),
    "hunshuangban_shuanglian": Example("112233445566p 1z + 1z"),
    "hunshuangban_shuanglao": Example("112233778899p 1z + 1z"),
    "huntieban": Example("222333444m 789m 1z + 1z"),
    "qinglong": Example("[c123m][c456m][c567m] 78m 99m + 9m"),
    "qingduidui": Example("[a1111p][p777p] 333p 555p 9p + 9p"),
    "qingbanlong": Example("[c456m] 112233m 789m 5m + 5m"),
    "shuangbanqing": Example("112233556677m 9m + 9m"),
    "tiebanqing": Example("222333444m 789m 5m + 5m"),
    "pihu": Example("123m456m78m55s234p + 9m"),
    "zj_tianhu": Example("123m456m78m55s234p + 9m", {"heavenly": True}),
    "zj_paoda_tuoda": Example(f"{_ANY} + 2m", _wild("1m")),
    "zj_gangkai_an_tuoda": Example("[a3333z] 123m45p678s77s + 6p", {"after_kong": "concealed"}),
    "zj_gangkai_ming_tuoda": Example("[k3333z] 123m45p678s77s + 6p", {"after_kong": "exposed"}),
    "zj_tuoda": Example("[p333z] 123m45p678s77s + 6p"),
    "zj_paoda": Example(f"{_ANY} + 7z", _wild("1m")),
    "zj_gangkai": Example("[k2222p] 345m68p55s1s99m + 7p", _wild("9s", after_kong="exposed")),
    "zj_zimo": Example(_JOKER, _wild("9s")),
    "zj_fangchong": Example("[p333z] 345p678s99m44s + 4s", _THROWN),
    "zj_dashouda": Example(_JOKER, _wild("9s", "first")),
    "zj_zhongtuda": Example(_JOKER, _wild("9s", "middle")),
    "zj_penghouda": Example(_JOKER, _wild("9s", "after_pung")),
    "zj_qianggang": Example("[p333z] 345p67s99m444m + 8s", {**_THROWN, "win": "robbed_kong"}),
    "zj_chengda": Example("[p222p] 345m68p555s99m + 1s", _wild("9s", **_THROWN)),
}
