"""The classes of a model, by their names, as our faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from vision.labelling.errors import FormatError
from vision.labelling.names import LEFT_OUT, standard_table


def faces_named(names: Sequence[str], own: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """For each class name its face (`5p`, `f`, `back`), or `-` where it is to be left out.

    `own` explains names that are no tile's: `{"hand": "-", "sc1": "1m"}`.

    Raises:
        UnknownNameError: a name is no tile or could be several; it lists the near ones.
    """
    answers = standard_table().explained(own or {}).resolve(names)
    return tuple(answers[name] or LEFT_OUT for name in names)


def names_of(file: Path) -> tuple[str, ...]:
    """The class names, by index, of a names file: YAML with `names`, or a name a line.

    Raises:
        FormatError: it is neither.
    """
    text = file.read_text("utf-8")
    if file.suffix not in (".yaml", ".yml"):
        return tuple(line.strip() for line in text.splitlines() if line.strip())
    try:
        data = yaml.safe_load(text)
        names = data["names"]
    except (yaml.YAMLError, TypeError, KeyError) as error:
        raise FormatError(file, "no list `names` of the classes") from error
    if isinstance(names, dict):
        names = [names[index] for index in sorted(names, key=int)]
    if not isinstance(names, list):
        raise FormatError(file, "`names` is neither a list nor numbered")
    return tuple(map(str, names))


def class_map(file: Path | None) -> tuple[tuple[str, ...] | None, dict[str, str]]:
    """What `--classes FILE` says of a model: its class names by index, and what names mean.

    A line a class, `NAME` or `NAME=FACE` (`-` leaves it out), or a `data.yaml`. Without a file the names
    are those that the model carries in its metadata.
    """
    if file is None:
        return None, {}
    pairs = [name.rsplit("=", 1) if "=" in name else [name] for name in names_of(file)]
    meanings = {pair[0].strip(): pair[1].strip() for pair in pairs if len(pair) == 2}
    return tuple(pair[0].strip() for pair in pairs), meanings
