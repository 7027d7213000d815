"""XML from outside, without entities; and XML of ours, the same bytes for the same content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError, SubElement, indent, tostring

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import parse

from vision.labelling.errors import FormatError

__all__ = ["Element", "child", "documents", "number", "parse_file", "text_of", "to_bytes"]


def parse_file(file: Path) -> Element:
    """The root element.

    Raises:
        FormatError: no XML, or XML that declares entities.
    """
    try:
        root = parse(file).getroot()
    except (ParseError, DefusedXmlException) as error:
        raise FormatError(file, f"no XML that we read / 不是可读的 XML ({error})") from error
    if root is None:
        raise FormatError(file, "an empty document / 空文档")
    return root


def documents(path: Path, tag: str) -> Iterable[tuple[Path, Element]]:
    """The XML files under a path whose root has that tag, sorted."""
    for file in [path] if path.is_file() else sorted(path.rglob("*.xml")):
        root = parse_file(file)
        if root.tag == tag:
            yield file, root


def child(
    parent: Element, tag: str, text: object = None, attributes: Mapping[str, str] | None = None
) -> Element:
    """A new element under `parent`."""
    element = SubElement(parent, tag, dict(attributes or {}))
    if text is not None:
        element.text = str(text)
    return element


def text_of(element: Element, path: str, where: object) -> str:
    """The text of the element at a path below; raises FormatError where there is none."""
    found = element.findtext(path)
    if found is None or not found.strip():
        raise FormatError(where, f"<{path}> is missing / 缺少 <{path}>")
    return found.strip()


def number(value: str | None, where: object, name: str) -> float:
    """A number that stands in XML; raises FormatError where it is none."""
    try:
        return float(value or "")
    except ValueError as error:
        raise FormatError(where, f"{name}={value!r} is no number / 不是数") from error


def to_bytes(root: Element, *, declared: bool = True) -> bytes:
    """The document, indented, UTF-8; `declared` with the line that says so."""
    indent(root, space=" ")
    text: bytes = tostring(root, encoding="utf-8")
    return (b'<?xml version="1.0" encoding="utf-8"?>\n' if declared else b"") + text + b"\n"
