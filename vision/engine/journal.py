"""What has been done, one JSON line an item: a run goes on where it was cut off and does nothing twice."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO


class JournalError(ValueError):
    """A journal of another run; the message says which and what to do."""


class Journal:
    """Results by key, on disk as soon as they are known.

    The first line says what the results depend on (`about`: the model); a journal that was about something
    else is not gone on with. A line that an interruption cut short is dropped. Of two results of one key the
    first counts.
    """

    def __init__(self, file: Path, about: Mapping[str, Any]) -> None:
        self._file = file
        self._about = dict(about)
        self.results: dict[str, dict[str, Any]] = {}
        self._lines: TextIO | None = None

    def __enter__(self) -> Journal:
        lines = _whole_lines(self._file)
        if lines and lines[0] != self._about:
            raise JournalError(
                f"{self._file} is of another run ({json.dumps(lines[0], ensure_ascii=False)}): choose "
                "another folder, or delete it / 上次运行的模型或来源不同"
            )
        for line in lines[1:]:
            self.results.setdefault(line["key"], line["result"])
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._rewrite()
        self._lines = self._file.open("a", encoding="utf-8")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._lines is not None:
            self._lines.close()

    def add(self, key: str, result: dict[str, Any]) -> None:
        """Keep a result; a key that has one already keeps that."""
        assert self._lines is not None, "a journal is used in a with statement"
        if key in self.results:
            return
        self.results[key] = result
        self._lines.write(_line({"key": key, "result": result}))
        self._lines.flush()

    def forget(self, key: str) -> None:
        """Have a key done again; its result is replaced by the next one."""
        del self.results[key]
        assert self._lines is not None, "a journal is used in a with statement"
        self._lines.close()
        self._rewrite()
        self._lines = self._file.open("a", encoding="utf-8")

    def _rewrite(self) -> None:
        """The file without a cut line or a second result, swapped in at once."""
        fresh = self._file.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as lines:
            lines.write(_line(self._about))
            lines.writelines(_line({"key": key, "result": each}) for key, each in self.results.items())
            lines.flush()
            os.fsync(lines.fileno())
        fresh.replace(self._file)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _whole_lines(file: Path) -> list[dict[str, Any]]:
    if not file.is_file():
        return []
    lines = []
    for line in file.read_text("utf-8", errors="replace").splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            continue
    return lines
