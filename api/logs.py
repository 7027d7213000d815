"""Structured logs. What was asked and how it went; never a picture, a hand, a file name or an address.

An exception is told by its type and the places it passed, not by its message: messages quote values.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Literal

FRAMES = 8
"""Innermost places of an exception that are told."""


def fields(**values: object) -> dict[str, Any]:
    """`extra` of a log call: values by name.

    >>> fields(status=200)
    {'fields': {'status': 200}}
    """
    return {"fields": values}


def configure(level: str, format_: Literal["plain", "json"]) -> None:
    """Send every logger's lines to standard error in one format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if format_ == "json" else PlainLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "multipart", "python_multipart"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
        logger.setLevel(max(root.level, logging.WARNING))
    logging.getLogger("uvicorn.error").setLevel(root.level)


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, event, then the fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return json.dumps(_told(record), ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """The same, for a person: `12:00:01 WARNING busy status=503`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = _told(record)
        rest = " ".join(f"{name}={value}" for name, value in list(told.items())[4:])
        return f"{told['time'][11:19]} {told['level']} {told['event']} {rest}".rstrip()


def _told(record: logging.LogRecord) -> dict[str, Any]:
    told: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname,
        "logger": record.name,
        "event": record.getMessage().strip(),
    }
    told.update(getattr(record, "fields", {}))
    if record.exc_info and record.exc_info[0] is not None:
        kind, _, trace = record.exc_info
        told["error"] = kind.__name__
        told["where"] = _places(trace)
    return told


def _places(trace: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(trace)[-FRAMES:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
