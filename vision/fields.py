"""Typed access to JSON from outside: each value is checked where it is taken, and named when wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class ReadingError(ValueError):
    """JSON that is no reading: `field` is the path of what is wrong, `problem` says what and what is due."""

    def __init__(self, field: str, problem: str) -> None:
        self.field, self.problem = field, problem
        super().__init__(f"{field}: {problem}")


class Fields:
    """One JSON object and its path.

    >>> Fields({"width": "wide"}, "image").whole("width")
    Traceback (most recent call last):
        ...
    vision.fields.ReadingError: image.width: a whole number of 0 or more is due, not 'wide'
    """

    def __init__(self, data: object, path: str = "reading") -> None:
        if not isinstance(data, dict):
            raise ReadingError(path, f"an object is due, not {data!r}")
        self._data, self.path = data, path

    def where(self, name: str) -> str:
        """The path of a field."""
        return f"{self.path}.{name}"

    def get(self, name: str) -> Any:
        """The raw value, None where it is absent."""
        return self._data.get(name)

    def wrong(self, name: str, due: str) -> ReadingError:
        """The error that says what was due instead of what is there."""
        return ReadingError(self.where(name), f"{due} is due, not {self.get(name)!r}")

    def text(self, name: str) -> str:
        """A string."""
        value = self.get(name)
        if not isinstance(value, str):
            raise self.wrong(name, "a text")
        return value

    def choice(self, name: str, choices: Sequence[str]) -> str:
        """One of the strings in `choices`."""
        if self.get(name) not in choices:
            raise self.wrong(name, f"one of {', '.join(choices)}")
        return self.text(name)

    def whole(self, name: str) -> int:
        """An integer of 0 or more."""
        value = self.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.wrong(name, "a whole number of 0 or more")
        return value

    def number(self, name: str, most: float = math.inf) -> float:
        """A finite number from 0 to `most`."""
        value = self.get(name)
        if not is_number(value) or not 0 <= value <= most:
            raise self.wrong(
                name, "a number of 0 or more" if most == math.inf else f"a number from 0 to {most:g}"
            )
        return float(value)

    def wholes(self, name: str) -> tuple[int, ...]:
        """A list of integers of 0 or more."""
        value = self.get(name)
        if not isinstance(value, list) or not all(type(item) is int and item >= 0 for item in value):
            raise self.wrong(name, "a list of whole numbers")
        return tuple(value)

    def child(self, name: str) -> Fields:
        """An object."""
        return Fields(self.get(name), self.where(name))

    def children(self, name: str) -> Iterator[Fields]:
        """A list of objects; an absent list is empty."""
        value = self.get(name)
        if value is not None and not isinstance(value, list):
            raise self.wrong(name, "a list")
        for at, item in enumerate(value or []):
            yield Fields(item, f"{self.where(name)}[{at}]")

    def optional(self, name: str, read: Callable[[Fields], T]) -> T | None:
        """What `read` makes of an object, or None where it is absent or null."""
        return None if self.get(name) is None else read(self.child(name))


def is_number(value: object) -> bool:
    """A finite int or float; booleans are neither."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
