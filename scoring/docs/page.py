"""The page of the rules, from the rule sets themselves: nothing on it is written by hand twice."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from scoring.circumstances import Seat
from scoring.docs.examples import EXAMPLES
from scoring.docs.words import CODES, INTRODUCTION, WHYS, YOUR_OWN
from scoring.errors import Text
from scoring.fans import FANS, TYPES, Fan, Role
from scoring.hand import Hand
from scoring.library import Library
from scoring.money import number
from scoring.result import score
from scoring.rules import RuleSet
from scoring.tiles import parse_tiles

_FACES: Final = "../datasets/faces"
_OF_SEVERAL_SUITS: Final = frozenset(
    {
        "sanfutong",
        "sifutong",
        "shuangpiao",
        "shuanglaoshao",
        "shuangban_shuangxi",
        "hunshuangban_shuangxi",
        "fengqing",
    }
)
"""Patterns that no single suit can hold (风清 has none): they have no colour (RULES 2.5)."""


_GAME_HEAD: Final = (
    "",
    "起成 · minimum",
    "吃 · chows",
    "胡 · winners",
    "流局 · drawn hand",
    "出处 · sources",
)
_FAN_HEAD: Final = ("条件 · condition", "不另算 · takes in", "例 · example")


def page(library: Library | None = None) -> str:
    """The whole page in Markdown, to lie in a folder beside `datasets`."""
    known = library or Library.builtin()
    listed = [each for each in known.listed() if each.described]
    games = [known.rules(each.id) for each in listed]
    fan_games = [game for game in games if game.method == "fans"]
    undescribed = [each for each in known.listed() if not each.described]
    parts = [
        INTRODUCTION,
        "## 规则 · Rule sets",
        _table(_GAME_HEAD, map(_game, games)),
        "\n".join(f"* `{each.id}`: {each.note.zh} {each.note.en}" for each in undescribed if each.note),
        "## 扬州的番 · Fan of Yangzhou",
        _table(
            ("", *(f"`{game.id}`" for game in fan_games), *_FAN_HEAD),
            (_fan_row(fan, fan_games) for fan in _played(fan_games)),
        ),
        "### 牌型和花色 · Pattern and colour",
        _table(("", *(f"`{game.id}`" for game in fan_games)), _matrix(fan_games)),
        "## 跌倒胡、六圩的牌型 · Types of Diedaohu and Liuwei",
        _table(("", "`diedaohu`", "`liuwei`", "例 · example"), _types(games)),
        "## 镇江 · Zhenjiang",
        _table(("", "倍 · stakes", "条件 · condition", "例 · example"), _ladder(games)),
        "## 杠牌的钱 · Money for kongs",
        _table(("", "直杠 · kong", "碰后杠 · added", "暗杠 · concealed"), _kongs(games)),
        "## 选项 · Switches",
        _table(("", "取值 · values", "默认 · default", "意思 · meaning"), _switches(games)),
        "## 自己的规则 · Rules of your own",
        YOUR_OWN,
        "## 答案里的词 · Words in an answer",
        _table(("`why`", ""), ((f"`{name}`", _both(text)) for name, text in WHYS.items())),
        _table(("`code`", ""), ((f"`{name}`", _both(text)) for name, text in CODES.items())),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def _game(game: RuleSet) -> tuple[str, ...]:
    one = "一家 · one" if game.table.one_winner else "可多家 · several"
    stays = "连庄 · dealer stays" if game.table.dealer_stays_on_draw else "下庄 · dealer passes"
    if "dealer_rule" in game.switches:
        stays = "`dealer_rule`"
    chows = "可以 · yes" if game.allows_chow else "不可以 · no"
    minimum = str(game.options.minimum or "—")
    return (f"`{game.id}`<br>{_both(game.name)}", minimum, chows, one, stays, " ".join(game.sources))


def _played(games: list[RuleSet]) -> list[Fan]:
    return [fan for fan in FANS.values() if any(fan.id in game.values for game in games)]


def _fan_row(fan: Fan, games: list[RuleSet]) -> tuple[str, ...]:
    values = [str(game.values.get(fan.id, "—")) for game in games]
    taken = {other for game in games for other in game.excludes.get(fan.id, ())}
    taken |= {
        part for game in games for parts, cell in game.matrix.items() if cell == fan.id for part in parts
    }
    names = "、".join(each.name.zh for each in FANS.values() if each.id in taken)
    return (_name(fan), *values, f"{_both(fan.rule)}<br>{fan.source}", names, _drawn(fan, games))


def _matrix(games: list[RuleSet]) -> Iterator[tuple[str, ...]]:
    for pattern in (fan for fan in FANS.values() if fan.role is Role.PATTERN):
        yield pattern.name.zh, *(_cell_row(game, pattern.id) for game in games)


def _cell_row(game: RuleSet, pattern: str) -> str:
    """Without colour / 混 / 清; a cell that no document names is the sum of both, in italics."""
    worth = game.values.get(pattern)
    if worth is None:
        return "—"
    figures = [str(worth)]
    for colour in ("hunyise", "qingyise"):
        cell = game.matrix.get((pattern, colour))
        if pattern in _OF_SEVERAL_SUITS:
            figures.append("—")
        else:
            figures.append(str(game.values[cell]) if cell else f"*{worth + game.values[colour]}*")
    return " / ".join(figures)


def _types(games: list[RuleSet]) -> Iterator[tuple[str, ...]]:
    [multiples] = [game for game in games if game.method == "multiples"]
    [stakes] = [game for game in games if game.method == "stakes"]
    for fan in (FANS[each] for each in TYPES):
        paid = stakes.stakes[fan.id].to_dict()
        figures = (
            f"自摸 · self-draw {paid['self_draw']}<br>出冲 · discarder {paid['discard']}"
            f"<br>陪冲 · beside {paid['beside']}"
        )
        yield _name(fan), f"×{multiples.values[fan.id]}", figures, _drawn(fan, [multiples])


def _ladder(games: list[RuleSet]) -> Iterator[tuple[str, ...]]:
    [game] = [each for each in games if each.method == "ladder"]
    for fan in (fan for fan in FANS.values() if fan.id in game.values):
        added = "+" if fan.role in (Role.BONUS, Role.CHARGE) else ""
        yield (
            _name(fan),
            f"{added}{game.values[fan.id]}",
            f"{_both(fan.rule)}<br>{fan.source}",
            _drawn(fan, [game]),
        )


def _kongs(games: list[RuleSet]) -> Iterator[tuple[str, ...]]:
    for game in games:
        if game.kongs:
            yield (
                f"`{game.id}`",
                *(
                    f"{number(money.amount)} ({'打的人 · discarder' if money.by_source else '每家 · each'})"
                    for money in game.kongs.values()
                ),
            )


def _switches(games: list[RuleSet]) -> Iterator[tuple[str, ...]]:
    told: dict[str, dict[str, Any]] = {}
    defaults: dict[str, dict[str, list[str]]] = {}
    for game in games:
        for switch in game.to_dict()["switches"]:
            told[switch["name"]] = switch
            by_value = defaults.setdefault(switch["name"], {})
            by_value.setdefault(_plain(switch["default"]), []).append(f"`{game.id}`")
    for name, switch in told.items():
        values = ", ".join(_plain(value) for value in switch["values"] or ("整数 · a whole number",))
        default = "<br>".join(f"{value}: {', '.join(ids)}" for value, ids in defaults[name].items())
        meaning = Text(switch["meaning"]["zh"], switch["meaning"]["en"])
        yield f"`{name}`", values, default, f"{_both(meaning)}<br>{switch['source']}"


def _plain(value: object) -> str:
    """A switch's value as it is typed on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _drawn(fan: Fan, games: Iterable[RuleSet]) -> str:
    """The sets of the example in which the fan lies, as pictures; an error where it does not have it."""
    example = EXAMPLES[fan.id]
    game = next(game for game in games if fan.id in game.values)
    request = {
        "ruleset": game.id,
        **Hand.parse(example.hand).to_dict(),
        "round": str(Seat.NORTH),
        **example.how,
    }
    answer = score(request).to_dict()
    places = next(found["sets"] for found in answer["fans"] if found["id"] == fan.id)
    return " ".join(_pictures(answer["decomposition"], place) for place in places)


def _pictures(decomposition: Mapping[str, Any], place: int | str) -> str:
    tiles = decomposition["pair"] if place == "pair" else decomposition["sets"][place]["tiles"]
    return "".join(f'<img src="{_FACES}/{tile}.svg" alt="{tile}" width="20">' for tile in parse_tiles(tiles))


def _name(fan: Fan) -> str:
    return f"{fan.name.zh}<br>{fan.name.en}<br>`{fan.id}`"


def _both(text: Text) -> str:
    return f"{text.zh}<br>{text.en}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
