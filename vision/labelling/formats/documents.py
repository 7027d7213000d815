"""The JSON files of a folder that a format knows as its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from vision.labelling.errors import FormatError


def documents(path: Path, looks_like: Callable[[Any], bool]) -> Iterator[tuple[Path, Any]]:
    """File and content of those JSON files at `path`, a file or a folder, that look like the format.

    Raises FormatError for a file named .json that is none.
    """
    for file in [path] if path.is_file() else sorted(path.rglob("*.json")):
        try:
            data = json.loads(file.read_text("utf-8-sig"))
        except ValueError as error:
            raise FormatError(file, f"no JSON / 不是 JSON ({error})") from error
        if looks_like(data):
            yield file, data
