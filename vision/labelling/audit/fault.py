"""One thing that is wrong with a data set, or looks so, and the kinds there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import Text
from vision.labelling.picture import LabelledTile


class Kind(StrEnum):
    """What is wrong, worst first."""

    BROKEN = "broken"
    DUPLICATE = "duplicate"
    ALIKE_ACROSS = "alike_across_splits"
    GROUP_ACROSS = "group_across_splits"
    OUT_OF_FRAME = "out_of_frame"
    NO_AREA = "no_area"
    OVERLAPPING = "overlapping"
    FIVE_OF_A_KIND = "five_of_a_kind"
    DISAGREEMENT = "disagreement"
    NOT_SEEN = "not_seen"
    NOT_LABELLED = "not_labelled"
    TINY = "tiny"
    BURST = "burst"
    NO_TILES = "no_tiles"
    RARE_CLASS = "rare_class"


TITLES: dict[Kind, Text] = {
    Kind.BROKEN: Text("图片打不开", "pictures that cannot be decoded"),
    Kind.DUPLICATE: Text("重复的图片", "the same picture twice"),
    Kind.ALIKE_ACROSS: Text("几乎相同的画面分在训练与测试两边", "nearly the same scene in two splits"),
    Kind.GROUP_ACROSS: Text("同组图片分在两边", "a group in two splits"),
    Kind.OUT_OF_FRAME: Text("框超出画面", "boxes that leave the picture"),
    Kind.NO_AREA: Text("框没有面积", "boxes without area"),
    Kind.OVERLAPPING: Text("两个框压在同一张牌上", "two boxes on one tile"),
    Kind.FIVE_OF_A_KIND: Text("同一种牌超过四张", "more than four of a kind"),
    Kind.DISAGREEMENT: Text("模型与标注不一致", "the model reads another tile"),
    Kind.NOT_SEEN: Text("标了，模型没看到", "labelled, but the model sees no tile"),
    Kind.NOT_LABELLED: Text("模型看到，没有标", "the model sees a tile, no label"),
    Kind.TINY: Text("牌太小", "tiny tiles"),
    Kind.BURST: Text("连拍（同一部分之内）", "bursts within one split"),
    Kind.NO_TILES: Text("没有标注的图片", "pictures without labels"),
    Kind.RARE_CLASS: Text("样本太少的牌", "classes with few tiles"),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Attributes:
        kind: what is wrong.
        files: the pictures it is about, one or more; none where it is about the whole.
        text: one sentence in both languages.
        weight: how bad or how sure within its kind; greater comes first.
        labelled: the labels it is about, of the first picture.
        seen: what the model says instead.
    """

    kind: Kind
    files: tuple[str, ...]
    text: Text
    weight: float = 0.0
    labelled: tuple[LabelledTile, ...] = ()
    seen: tuple[LabelledTile, ...] = ()


def ranked(faults: Iterable[Fault]) -> list[Fault]:
    """By kind, worst first, then by weight, then by picture."""
    order = {kind: place for place, kind in enumerate(Kind)}
    return sorted(faults, key=lambda fault: (order[fault.kind], -fault.weight, fault.files))


def counts(faults: Sequence[Fault]) -> dict[Kind, int]:
    """How many of each kind that occurs, worst kind first."""
    found = Counter(fault.kind for fault in faults)
    return {kind: found[kind] for kind in Kind if found[kind]}
