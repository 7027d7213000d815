"""The rules: tiles, hands, every split, fans, rule sets, payments. No pictures, no HTTP.

>>> from scoring import score
>>> score({"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p", "winning_tile": "5p"}).total
20
"""

from scoring.circumstances import AfterKong, Circumstances, Seat, Win
from scoring.errors import Reason, RequestError, RulesetFileError, Text
from scoring.evaluation import total
from scoring.hand import Hand, Meld, MeldKind, Source
from scoring.library import Library, ruleset, rulesets, use
from scoring.options import option_from_text
from scoring.result import Score, score
from scoring.rules import RuleSet
from scoring.splits import Split, arrangements, splits
from scoring.table import Settlement, settle
from scoring.tiles import ALL_TILES, Tile, format_tiles, parse_tiles
from scoring.waiting import waiting_tiles
from scoring.whatif import Discard, WaitingTile, discards, waits

__all__ = [
    "ALL_TILES",
    "AfterKong",
    "Circumstances",
    "Discard",
    "Hand",
    "Library",
    "Meld",
    "MeldKind",
    "Reason",
    "RequestError",
    "RuleSet",
    "RulesetFileError",
    "Score",
    "Seat",
    "Settlement",
    "Source",
    "Split",
    "Text",
    "Tile",
    "WaitingTile",
    "Win",
    "arrangements",
    "discards",
    "format_tiles",
    "option_from_text",
    "parse_tiles",
    "ruleset",
    "rulesets",
    "score",
    "settle",
    "splits",
    "total",
    "use",
    "waiting_tiles",
    "waits",
]
