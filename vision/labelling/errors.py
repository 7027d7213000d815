"""What can be wrong with a data set, each with what to do about it.

LabellingError
├── FormatError       a label file that is not what it says it is
├── UnknownNameError  a class name that is no tile, or could be several
├── UnsafePathError   a path in a label file that leads out of the data set
├── CountError        fewer or more labels than the other end wrote
├── ManifestError     a frozen split whose pictures are not the ones it froze
└── TrainedOnError    pictures to evaluate on that the model was trained on
"""

from __future__ import annotations

from collections.abc import Sequence


class LabellingError(ValueError):
    """Any of this module's; the message says what is wrong, where, and what to do."""


class FormatError(LabellingError):
    """A label file that cannot be read; names the file and, where there is one, the line or item."""

    def __init__(self, where: object, problem: str) -> None:
        self.where, self.problem = str(where), problem
        super().__init__(f"{where}: {problem}")


class UnknownNameError(LabellingError):
    """Class names that are no tile, or could be several, each with the tiles it may mean."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(
            "\n".join(self.problems) + "\nSay which tile a name means: --alias NAME=TILE, or --alias NAME=- "
            "to leave its boxes out. / 请用 --alias 名称=牌 说明，或用 --alias 名称=- 舍去。"
        )


class UnsafePathError(LabellingError):
    """A path in a label file that leads out of the data set's folder."""

    def __init__(self, where: object, path: str) -> None:
        self.path = path
        super().__init__(f"{where}: {path!r} leads out of the data set / 路径超出数据集")


class CountError(LabellingError):
    """The data set holds other numbers of pictures or tiles than its export says it wrote."""


class ManifestError(LabellingError):
    """A frozen split whose pictures changed, are missing, or are not in it."""


class TrainedOnError(LabellingError):
    """Pictures that the model was trained on, which can measure nothing.

    Attributes:
        pictures: their paths as given.
    """

    def __init__(self, pictures: Sequence[str]) -> None:
        self.pictures = tuple(pictures)
        shown = ", ".join(self.pictures[:5]) + (", …" if len(self.pictures) > 5 else "")
        super().__init__(
            f"{len(self.pictures)} of these pictures were trained on ({shown}): leave them out, "
            f"figures on them say nothing / 其中 {len(self.pictures)} 张训练时用过，不能拿来评测"
        )
