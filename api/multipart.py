"""A multipart form read in memory, part by part: no temporary file, and a form cut short is noticed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

MOST_PARTS = 16


class MultipartError(ValueError):
    """A body that is no whole multipart form; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a form; `is_file` when it came with a file name."""

    name: str
    data: bytes
    is_file: bool

    @property
    def text(self) -> str:
        """The data as text; bytes that are no UTF-8 are replaced."""
        return self.data.decode("utf-8", "replace")


@dataclass
class _Collector:
    """What the parser calls back, gathered into parts."""

    parts: list[Part] = field(default_factory=list)
    whole: bool = False
    _headers: dict[bytes, bytes] = field(default_factory=dict)
    _name: bytes = b""
    _value: bytes = b""
    _data: bytearray = field(default_factory=bytearray)

    def on_part_begin(self) -> None:
        if len(self.parts) == MOST_PARTS:
            raise MultipartError(f"more than {MOST_PARTS} parts")
        self._headers, self._data = {}, bytearray()

    def on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def on_header_end(self) -> None:
        self._headers[self._name.lower()] = self._value
        self._name = self._value = b""

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        self._data += data[start:end]

    def on_part_end(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition", b""))
        if b"name" not in options:
            raise MultipartError("a part without a name")
        name = options[b"name"].decode("utf-8", "replace")
        self.parts.append(Part(name, bytes(self._data), b"filename" in options))

    def on_end(self) -> None:
        self.whole = True


async def read_form(content_type: str, body: AsyncIterator[bytes]) -> list[Part]:
    """The parts of the form, in order.

    Raises:
        MultipartError: no boundary, a broken part, too many parts, or an end that never came.
    """
    _, options = parse_options_header(content_type)
    if not options.get(b"boundary"):
        raise MultipartError("no boundary in its content type")
    form = _Collector()
    parser = MultipartParser(
        options[b"boundary"],
        {
            "on_part_begin": form.on_part_begin,
            "on_header_field": form.on_header_field,
            "on_header_value": form.on_header_value,
            "on_header_end": form.on_header_end,
            "on_part_data": form.on_part_data,
            "on_part_end": form.on_part_end,
            "on_end": form.on_end,
        },
    )
    try:
        async for chunk in body:
            parser.write(chunk)
        parser.finalize()
    except FormParserError as error:
        raise MultipartError(str(error)) from error
    if not form.whole:
        raise MultipartError("it ends early")
    return form.parts
