"""Label formats, one module each: what reads them, what writes them, how a data set is told by its look."""

from __future__ import annotations

from vision.labelling.errors import FormatError
from vision.labelling.formats import yolo
from vision.labelling.formats.source import Source
from vision.labelling.picture import DataSet


def read_dataset(source: Source) -> DataSet:
    """Read a data set of whatever format, told by its look.

    Raises:
        LabellingError: one of its tree.
    """
    if any(source.folder.rglob("*.txt")):
        return yolo.read(source)
    raise FormatError(source.path, "no labels of a format we know")
