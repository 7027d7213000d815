"""Splitting a data set by group: the same every time, frozen once, nothing alike on both sides."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from vision.labelling.errors import ManifestError
from vision.labelling.files import fingerprint
from vision.labelling.manifest import Entry, Manifest
from vision.labelling.picture import DataSet, LabelledPicture
from vision.labelling.similar import Look, alike, clusters

SHARES = {"train": 0.8, "val": 0.1, "test": 0.1}


@dataclass(frozen=True, slots=True)
class Split:
    """A frozen split and how it came out.

    Attributes:
        groups: number of groups after pictures that show nearly the same were put together.
        joined: pictures that only their look put into a group.
    """

    manifest: Manifest
    groups: int
    joined: int

    def pictures(self) -> dict[str, int]:
        """Pictures in each part."""
        return dict(sorted(Counter(entry.split for entry in self.manifest.entries).items()))


def split(
    data: DataSet,
    looks: Mapping[str, Look],
    shares: Mapping[str, float] = SHARES,
    *,
    seed: int = 0,
    before: Manifest | None = None,
) -> Split:
    """Split a data set so that no group, and no burst, is in two parts.

    The same pictures, groups, shares and seed give the same split. With `before`, an earlier frozen split,
    every picture keeps its part, and a new one goes to that of its group.

    Args:
        looks: of each picture by file; those that show nearly the same are put into one group.
        shares: parts and their shares of the pictures; they need not add up to one.

    Raises:
        ManifestError: the earlier split has a group in two parts, or pictures that changed or are gone.
    """
    if before is not None:
        before.check(data.root)
    groups = _groups(data.pictures, looks)
    kept = {entry.file: entry.split for entry in before.entries} if before else {}
    part_of = _assign(groups, shares, seed, kept)
    entries = []
    for name, members in groups.items():
        for picture in members:
            known = fingerprint(data.path(picture).read_bytes())
            entries.append(Entry(part_of[name], name, picture.file, known.sha256, known.pixels))
    by_name = len({picture.group or picture.file for picture in data.pictures})
    return Split(Manifest.of(entries), len(groups), by_name - len(groups))


def by_folder(data: DataSet) -> DataSet:
    """The data set with each picture's folder as its group."""
    pictures = tuple(
        replace(each, group=each.file.removeprefix("images/").rpartition("/")[0] or each.file)
        for each in data.pictures
    )
    return replace(data, pictures=pictures)


def _groups(
    pictures: Sequence[LabelledPicture], looks: Mapping[str, Look]
) -> dict[str, list[LabelledPicture]]:
    """Name to pictures: those of one named group, and of one burst, together. The first name counts."""
    first: dict[str, int] = {}
    named = [(first.setdefault(each.group, at), at) for at, each in enumerate(pictures) if each.group]
    seen = [at for at, each in enumerate(pictures) if each.file in looks]
    bursts = [(seen[i], seen[j]) for i, j, _ in alike([looks[pictures[at].file] for at in seen])]
    found = clusters(len(pictures), [*named, *bursts])
    return {
        pictures[members[0]].group or pictures[members[0]].file: [pictures[at] for at in members]
        for members in found
    }


def _assign(
    groups: Mapping[str, Sequence[LabelledPicture]],
    shares: Mapping[str, float],
    seed: int,
    kept: Mapping[str, str],
) -> dict[str, str]:
    """The part of each group: those that are frozen first, then the rest where most of a share is missing."""
    part_of: dict[str, str] = {}
    filled: dict[str, int] = defaultdict(int)
    for name, members in groups.items():
        parts = {kept[picture.file] for picture in members if picture.file in kept}
        if len(parts) > 1:
            raise ManifestError(
                f"group {name!r} is frozen in {' and '.join(sorted(parts))}: a picture that shows the "
                "same was added to both. Delete manifest.csv and split again / 同组图片分在不同部分"
            )
        if parts:
            part_of[name] = parts.pop()
            filled[part_of[name]] += len(members)
    total = sum(map(len, groups.values())) / sum(shares.values())
    for name in _shuffled((name for name in groups if name not in part_of), seed, groups):
        part = max(shares, key=lambda each: (1 - filled[each] / (shares[each] * total), shares[each], each))
        part_of[name] = part
        filled[part] += len(groups[name])
    return part_of


def _shuffled(names: Iterable[str], seed: int, groups: Mapping[str, Sequence[LabelledPicture]]) -> list[str]:
    """The large groups first, as they fit worst; equal ones in an order that only the seed decides."""
    return sorted(
        names, key=lambda name: (-len(groups[name]), hashlib.sha256(f"{seed}:{name}".encode()).digest())
    )
