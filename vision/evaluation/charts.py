"""Charts as SVG text: curves, bars, a matrix. They stand alone, in a page as in a file."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

INK, FAINT, GRID, PAPER = "#1f2a2e", "#6b7a80", "#e4e9ea", "#ffffff"
COLOURS = ("#0b7a57", "#c2452d", "#2f6fb0", "#b8860b", "#7a4ea3", "#4c5a60")
"""Of series, in order."""

FONT = "font-family='system-ui, -apple-system, Segoe UI, Noto Sans, sans-serif'"
ENOUGH = 20
"""Claims in a bin from which it is part of the line and not a dot beside it."""

_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 18, 46, 50


@dataclass(frozen=True, slots=True)
class Series:
    """A named curve: points (x, y), y a share from 0 to 1."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: a share from 0 to 1, and how many it is a share of."""

    label: str
    value: float | None
    of: int


@dataclass(frozen=True, slots=True)
class _Frame:
    width: int
    height: int
    x_low: float
    x_high: float
    y_low: float = 0.0
    y_high: float = 1.0
    log: bool = False

    def x(self, value: float) -> float:
        low, high, at = self.x_low, self.x_high, value
        if self.log:
            low, high, at = math.log(low), math.log(high), math.log(max(value, 1e-9))
        part = (at - low) / max(high - low, 1e-9)
        return _LEFT + part * (self.width - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        part = (value - self.y_low) / max(self.y_high - self.y_low, 1e-9)
        return self.height - _BOTTOM - part * (self.height - _TOP - _BOTTOM)


def curves(
    title: str,
    x_label: str,
    series: Sequence[Series],
    *,
    ticks: Sequence[float] = (),
    breaks_at: float | None = None,
    breaks_label: str = "",
    log: bool = False,
    size: tuple[int, int] = (520, 320),
) -> str:
    """Curves of shares over a quantity, with a mark where they break."""
    values = [x for each in series for x, _ in each.points]
    frame = _Frame(*size, min(values), max(values), log=log)
    body = [*_shares(frame), *_ticks(frame, ticks or _even(values), x_label)]
    if breaks_at is not None:
        at = frame.x(min(max(breaks_at, frame.x_low), frame.x_high))
        left = at > frame.width * 0.6
        body.append(f"<line x1='{at:.1f}' x2='{at:.1f}' y1='{_TOP}' y2='{frame.y(0):.1f}' "
                    f"stroke='{COLOURS[1]}' stroke-width='1.2' stroke-dasharray='4 3'/>")  # fmt: skip
        body.append(_text(at + (-5 if left else 5), frame.y(0) - 8, breaks_label, COLOURS[1],
                          anchor="end" if left else "start"))  # fmt: skip
    for number, each in enumerate(series):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in each.points)
        body.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2.2' "
                    "stroke-linejoin='round'/>")  # fmt: skip
        body += [
            f"<circle cx='{frame.x(x):.1f}' cy='{frame.y(y):.1f}' r='2.8' fill='{colour}'/>"
            for x, y in each.points
        ]
    return _svg(size, title, [*body, *_legend([each.name for each in series])])


def bars(title: str, x_label: str, shown: Sequence[Bar], *, size: tuple[int, int] = (520, 300)) -> str:
    """Bars of shares, scaled to the highest, each with its value above and its number below."""
    highest = max((bar.value or 0.0 for bar in shown), default=0.0)
    top = next((limit for limit in (0.05, 0.1, 0.2, 0.5) if highest <= limit * 0.9), 1.0)
    frame = _Frame(*size, 0, max(len(shown), 1), 0.0, top)
    body = list(_shares(frame))
    for at, bar in enumerate(shown):
        left, right = frame.x(at + 0.14), frame.x(at + 0.86)
        middle = (left + right) / 2
        if bar.value is not None:
            high = frame.y(bar.value)
            body.append(f"<rect x='{left:.1f}' y='{high:.1f}' width='{right - left:.1f}' "
                        f"height='{frame.y(0) - high:.1f}' rx='2' fill='{COLOURS[0]}'/>")  # fmt: skip
            body.append(_text(middle, high - 5, _percent(bar.value), INK, size=11, anchor="middle"))
        body.append(_text(middle, frame.y(0) + 15, bar.label, INK, size=11, anchor="middle"))
        body.append(_text(middle, frame.y(0) + 28, f"n={bar.of}", FAINT, size=9.5, anchor="middle"))
    body.append(_text((_LEFT + size[0] - _RIGHT) / 2, size[1] - 6, x_label, FAINT, anchor="middle"))
    return _svg(size, title, body)


def reliability_diagram(
    title: str, points: Sequence[tuple[float, float, int]], note: str, *, size: tuple[int, int] = (420, 380)
) -> str:
    """Share right over confidence, (confidence, right, claims), the dots as large as there are claims."""
    frame = _Frame(*size, 0.0, 1.0)
    body = [*_shares(frame), *_ticks(frame, (0, 0.2, 0.4, 0.6, 0.8, 1.0), "confidence", percent=True)]
    body.append(f"<line x1='{frame.x(0):.1f}' y1='{frame.y(0):.1f}' x2='{frame.x(1):.1f}' "
                f"y2='{frame.y(1):.1f}' stroke='{FAINT}' stroke-dasharray='4 3'/>")  # fmt: skip
    path = " ".join(f"{frame.x(c):.1f},{frame.y(r):.1f}" for c, r, n in points if n >= ENOUGH)
    body.append(f"<polyline points='{path}' fill='none' stroke='{COLOURS[0]}' stroke-width='1.6'/>")
    for confidence, right, claims in points:
        radius = 1.5 + 2.0 * math.log10(max(claims, 1))
        body.append(f"<circle cx='{frame.x(confidence):.1f}' cy='{frame.y(right):.1f}' r='{radius:.1f}' "
                    f"fill='{COLOURS[0]}' fill-opacity='0.75'><title>{claims} claims at {confidence:.3f}: "
                    f"{right:.3f} right</title></circle>")  # fmt: skip
    body.append(_text(size[0] - _RIGHT - 4, frame.y(0) - 10, note, FAINT, anchor="end"))
    return _svg(size, title, body)


def matrix(title: str, labels: Sequence[str], counts: dict[tuple[str, str], int], *, cell: int = 19) -> str:
    """Confusions, truth down and answer across; errors coloured by their share of the row."""
    left, top, side = 64, 92, cell * len(labels)
    size = (left + side + 16, top + side + 14)
    body = [
        _text(left + side / 2, 52, "answer", FAINT, anchor="middle"),
        f"<g transform='translate(18 {top + side / 2:.0f}) rotate(-90)'>"
        f"{_text(0, 0, 'truth', FAINT, anchor='middle')}</g>",
    ]
    for at, label in enumerate(labels):
        middle = at * cell + cell / 2
        body.append(_text(left - 6, top + middle + 4, label, INK, size=10, anchor="end"))
        body.append(f"<g transform='translate({left + middle + 3:.1f} {top - 6}) rotate(-60)'>"
                    f"{_text(0, 0, label, INK, size=10)}</g>")  # fmt: skip
    body.append(f"<rect x='{left}' y='{top}' width='{side}' height='{side}' fill='#f7f9f9' stroke='{GRID}'/>")
    totals = {truth: sum(n for (row, _), n in counts.items() if row == truth) for truth in labels}
    for row, truth in enumerate(labels):
        for column, answer in enumerate(labels):
            number = counts.get((truth, answer), 0)
            if number:
                body.append(_cell(left + column * cell, top + row * cell, cell, number, truth, answer,
                                  number / totals[truth]))  # fmt: skip
    return _svg(size, title, body)


def _cell(x: float, y: float, side: int, number: int, truth: str, answer: str, part: float) -> str:
    if truth == answer:
        fill, ink, shown = "#dfe8e5", FAINT, str(number)
    else:
        strength = min(1.0, 0.18 + 1.6 * part)
        fill = f"rgba(194,69,45,{strength:.2f})"
        ink, shown = (PAPER if strength > 0.55 else INK), str(number)
    small = 8.5 if number < 1000 else 7
    return (
        f"<g><rect x='{x}' y='{y}' width='{side}' height='{side}' fill='{fill}'/>"
        f"{_text(x + side / 2, y + side / 2 + 3, shown, ink, size=small, anchor='middle')}"
        f"<title>{escape(truth)} read as {escape(answer)}: {number}</title></g>"
    )


def _shares(frame: _Frame) -> list[str]:
    """Horizontal lines at fifths of the height, with percentages."""
    body = []
    for step in range(6):
        value = frame.y_low + (frame.y_high - frame.y_low) * step / 5
        at = frame.y(value)
        body.append(f"<line x1='{_LEFT}' x2='{frame.width - _RIGHT}' y1='{at:.1f}' y2='{at:.1f}' "
                    f"stroke='{GRID}'/>")  # fmt: skip
        body.append(_text(_LEFT - 8, at + 4, f"{value:.0%}".replace("%", " %"), FAINT, size=11, anchor="end"))
    return body


def _ticks(frame: _Frame, ticks: Sequence[float], label: str, percent: bool = False) -> list[str]:
    body = []
    for tick in ticks:
        shown = f"{tick:.0%}" if percent else f"{tick:g}"
        body.append(_text(frame.x(tick), frame.height - _BOTTOM + 17, shown, FAINT, size=11, anchor="middle"))
    middle = (_LEFT + frame.width - _RIGHT) / 2
    return [*body, _text(middle, frame.height - 10, label, FAINT, anchor="middle")]


def _even(values: Sequence[float]) -> list[float]:
    kept = sorted(set(values))
    return kept if len(kept) <= 9 else kept[:: math.ceil(len(kept) / 8)]


def _legend(names: Sequence[str]) -> list[str]:
    body, at = [], float(_LEFT)
    for number, name in enumerate(names):
        colour = COLOURS[number % len(COLOURS)]
        body.append(f"<rect x='{at:.0f}' y='{_TOP - 14}' width='12' height='3' rx='1.5' fill='{colour}'/>")
        body.append(_text(at + 16, _TOP - 9, name, FAINT, size=11))
        at += 28 + 6.3 * len(name)
    return body


def _percent(value: float) -> str:
    return f"{value:.0%}" if value >= 0.0995 else f"{value:.1%}"


def _text(
    x: float, y: float, text: str, fill: str, *, size: float = 12, anchor: str = "start", weight: int = 400
) -> str:
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' fill='{fill}' font-size='{size}' font-weight='{weight}' "
        f"text-anchor='{anchor}'>{escape(text)}</text>"
    )


def _svg(size: tuple[int, int], title: str, body: Sequence[str]) -> str:
    width, height = size
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' "
        f"height='{height}' role='img' aria-label='{escape(title, quote=True)}' {FONT}>"
        f"<rect width='{width}' height='{height}' rx='8' fill='{PAPER}'/>"
        f"{_text(16, 24, title, INK, size=14, weight=600)}{''.join(body)}</svg>"
    )
