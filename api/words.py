"""What the command line and the annotated picture say, in Chinese and English."""

from __future__ import annotations

import locale
import os
from collections.abc import Mapping
from typing import Any, Literal

Language = Literal["zh", "en"]

WORDS: dict[str, tuple[str, str]] = {
    "hand": ("手牌", "Hand"),
    "melds": ("副露", "Melds"),
    "winning_tile": ("胡牌", "Won with"),
    "fans": ("番种", "Fans"),
    "counted": ("算什么", "What counts"),
    "tiles": ("牌", "Tiles"),
    "total": ("合计", "Total"),
    "legal": ("可以胡", "a legal win"),
    "not_legal": ("不能胡", "not a legal win"),
    "minimum": ("起成 {0}", "minimum {0}"),
    "minimum_head": ("起成", "Minimum"),
    "not_counted": ("不另计", "Not counted"),
    "payments": ("谁付谁", "Who pays whom"),
    "pays": ("{0}付{1} {2}", "{0} pays {1} {2}"),
    "pays_why": ("{0}付{1} {2}（{3}）", "{0} pays {1} {2} ({3})"),
    "owed": ("，该付 {0}", ", of {0} owed"),
    "payer": ("付", "Payer"),
    "payee": ("给", "To"),
    "amount": ("多少", "Amount"),
    "reason": ("为什么", "Why"),
    "why_discard": ("出冲", "discarded the tile"),
    "why_robbed_kong": ("被抢杠", "was robbed of the kong"),
    "why_self_draw": ("自摸", "self-draw"),
    "why_liable": ("包牌", "pays for all"),
    "why_shared_discard": ("陪冲", "pays along"),
    "why_all_money": ("有多少付多少", "all the money"),
    "why_kong": ("直杠", "kong on a discard"),
    "why_added_kong": ("碰后杠", "kong added to a pung"),
    "why_concealed_kong": ("暗杠", "concealed kong"),
    "beside": ("陪冲", "Beside"),
    "all": ("全部", "all"),
    "stands_for": ("百搭当", "Wild tiles stand for"),
    "drawn_hand": ("流局，没有人胡。", "Nobody won: a drawn hand."),
    "balances": ("各家", "Seats"),
    "seat": ("家", "Seat"),
    "for_win": ("胡牌", "Win"),
    "for_kongs": ("杠", "Kongs"),
    "money_left": ("还有", "Left"),
    "fine": ("{0}家诈胡，罚 {1}", "{0} called a false win: a fine of {1}"),
    "dealer_stays": ("连庄，{0}家继续坐庄。", "The dealer stays: {0}."),
    "dealer_moves": ("换庄，{0}家坐庄。", "The next dealer is {0}."),
    "not_over": ("没有人能胡，这一局没完。", "Nobody may go out: the hand is not over."),
    "game_ends": ("两家输光，一操结束。", "Two have no money left: the game is over."),
    "kongs": ("杠钱另算", "Kong money, apart"),
    "assumed": ("按此假定", "Assumed"),
    "photos": ("照片", "Photos"),
    "tile_count": ("牌数", "Tiles"),
    "found": ("找到", "Found"),
    "found_right": ("认对", "Found and right"),
    "claimed_right": ("报出的对", "Claimed right"),
    "fully_right": ("整张全对", "Photos fully right"),
    "corrections_each": ("每张要改", "Corrections a photo"),
    "hands_exact": ("整手全对", "Hands exact"),
    "wrong_asked": ("错的有提示", "Wrong asked about"),
    "right_asked": ("对的白问", "Right asked in vain"),
    "doubts": ("请核对", "Please check"),
    "effect_none": ("不影响结果", "the total stays the same"),
    "effect": ("可能是 {0}", "the total may be {0}"),
    "no_hand": ("认不出一手完整的牌。", "No whole hand could be read."),
    "candidates": ("胡的是哪张？", "Which tile won?"),
    "waits": ("听牌", "Waits"),
    "left": ("剩", "Left"),
    "self_draw": ("自摸", "Self-draw"),
    "discard": ("出冲", "Discard"),
    "no_waits": ("没有听牌。", "Waiting on nothing."),
    "throw": ("打", "Throw"),
    "best": ("最多", "Best"),
    "rules": ("规则", "Rule set"),
    "name": ("名称", "Name"),
    "short": ("差 {0}", "{0} short"),
    "switches": ("可选规则", "Switches"),
    "sources": ("出处", "Sources"),
    "condition": ("条件", "Condition"),
    "meaning": ("意思", "Meaning"),
    "default": ("默认", "Default"),
    "seconds": ("{0} 张牌，{1:.1f} 秒", "{0} tiles in {1:.1f} s"),
    "phone": ("手机打开", "On the phone"),
    "here": ("本机打开", "On this machine"),
    "same_network": ("手机和电脑要在同一个网络。", "The phone must be on the same network."),
    "stop": ("按 Ctrl+C 停止。", "Ctrl+C stops it."),
    "saved": ("已存为 {0}", "Saved as {0}"),
    "east": ("东", "East"),
    "south": ("南", "South"),
    "west": ("西", "West"),
    "north": ("北", "North"),
    "chow": ("吃", "chow"),
    "pung": ("碰", "pung"),
    "kong": ("明杠", "kong"),
    "added_kong": ("补杠", "added kong"),
    "concealed_kong": ("暗杠", "concealed kong"),
    "undescribed": ("只有名字，没有内容", "named only, not described"),
}


def default_language() -> Language:
    """The terminal's language: Chinese where the locale says so, English otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "zh" if os.environ[name].lower().startswith("zh") else "en"
    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"


class Words:
    """The words of one language.

    >>> Words("en")("minimum", 20), Words("zh").say({"zh": "混龙", "en": "Mixed Straight"})
    ('minimum 20', '混龙')
    """

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def __call__(self, key: str, *values: object) -> str:
        """One phrase, its gaps filled."""
        return WORDS[key][0 if self.language == "zh" else 1].format(*values)

    def say(self, text: Mapping[str, Any] | None) -> str:
        """One language of `{"zh", "en"}`."""
        return "" if text is None else str(text.get(self.language) or text.get("en") or "")
