"""What can go wrong, and how it is said.

```
ValueError
├── RequestError       the request cannot be scored; carries every reason at once
└── RulesetFileError   a rule-set file is wrong; names the file, the key and the nearest valid key
```

A hand that may not go out is no error: it is a `Score` with `win` false and its reasons.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import SequenceMatcher
from typing import Any, Final

_LONGEST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence in both languages of the table.

    >>> Text("自摸", "self-draw").to_dict()
    {'zh': '自摸', 'en': 'self-draw'}
    """

    zh: str
    en: str

    def encodable(self) -> "Text":
        """Without lone surrogates, which JSON can spell and UTF-8 cannot."""
        zh, en = _encodable(self.zh), _encodable(self.en)
        return self if zh is self.zh and en is self.en else Text(zh, en)

    def to_dict(self) -> dict[str, str]:
        """Both languages, keyed `zh` and `en`."""
        return {"zh": self.zh, "en": self.en}


@dataclass(frozen=True, slots=True, init=False)
class Reason:
    """Why a request or a win is refused: a stable code, a sentence, and the values that failed.

    Whatever was sent, a reason can be written as JSON: what could not, or is very long, is told as text.

    >>> Reason("below_minimum", Text("差1番", "1 fan short"), short=1).to_dict()
    {'code': 'below_minimum', 'short': 1, 'text': {'zh': '差1番', 'en': '1 fan short'}}
    """

    code: str
    text: Text
    details: Mapping[str, Any] = field(compare=True)

    def __init__(self, code: str, text: Text, **details: Any) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "text", text.encodable())
        object.__setattr__(self, "details", {name: _as_json(value) for name, value in details.items()})

    def to_dict(self) -> dict[str, Any]:
        """`code`, then the details by their own names, then `text`."""
        text = self.text
        return {"code": self.code, **self.details, "text": {"zh": text.zh, "en": text.en}}


class RequestError(ValueError):
    """A request that cannot be scored (HTTP 422, exit 2); `reasons` holds all that is wrong with it."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons: tuple[Reason, ...] = tuple(reasons)
        super().__init__("; ".join(f"{reason.code}: {reason.text.en}" for reason in self.reasons))


class RulesetFileError(ValueError):
    """A rule-set file that cannot be used: `file`, `key` and what is wrong with it."""

    def __init__(self, file: str, key: str, problem: Text) -> None:
        self.file, self.key, self.problem = file, key, problem
        self.text = Text(f"{file}：{key}：{problem.zh}。", f"{file}: {key}: {problem.en}.")
        super().__init__(f"{file}: {key}: {problem.en}")


def shown(value: object) -> str:
    """A value as a sentence quotes it: its `repr`, cut where it is long.

    >>> shown(-1), shown("x" * 100)[-4:]
    ('-1', 'xxx…')
    """
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def _encodable(text: str) -> str:
    """Without lone surrogates, which JSON can spell and UTF-8 cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text


def _as_json(value: Any) -> Any:
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str):
        plain = _encodable(value)
        return plain if len(plain) <= _LONGEST_SHOWN else f"{plain[:_LONGEST_SHOWN]}…"
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, Decimal) and value.is_finite():
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, list | tuple) and len(value) <= _LONGEST_SHOWN:
        return [_as_json(each) for each in value]
    return shown(value)


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """The choice most like `word`, however unlike; None where there is nothing to choose from.

    >>> nearest("concealled", ["melds", "concealed"])
    'concealed'
    """
    lowered = word[:_LONGEST_SHOWN].lower()
    return max(choices, key=lambda choice: SequenceMatcher(None, lowered, choice).ratio(), default=None)
