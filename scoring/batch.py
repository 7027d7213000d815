"""Many requests, one JSON line each: as many answers, in the same order, in constant memory.

A line that cannot be scored gives a line with `error`, and the rest goes on; an empty line gives none.
"""

import json
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any, Final, NoReturn

from scoring.errors import RequestError, Text
from scoring.library import Library
from scoring.result import score

_CHUNK: Final = 256
"""Lines that go to a worker together; each worker has two such lots, one in work and one waiting."""


def score_lines(lines: Iterable[str], workers: int = 1, library: Library | None = None) -> Iterator[str]:
    """The answer to each line, without its line end; `workers` above 1 are processes of their own.

    Lines are read no faster than answers are taken, a few hundred a worker ahead.

    >>> [json.loads(line)["total"] for line in score_lines(
    ...     ['{"ruleset": "yangzhou-new", "concealed": "234m234m567s88p46p", "winning_tile": "5p"}'])]
    [20]
    """
    if workers <= 1:
        yield from (score_line(line, library) for line in lines if line.strip())
        return
    rest = iter(lines)
    waiting: deque[Future[list[str]]] = deque()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            while True:
                while len(waiting) < 2 * workers and (lot := list(islice(rest, _CHUNK))):
                    waiting.append(pool.submit(_score_lot, lot, library))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def score_line(line: str, library: Library | None = None) -> str:
    """One answer, or one `error` with its code, its text and all the reasons."""
    try:
        return _dump(score(_request(line), library).to_dict())
    except RequestError as error:
        reasons = [reason.to_dict() for reason in error.reasons]
        return _dump({"error": {"code": reasons[0]["code"], "text": reasons[0]["text"], "reasons": reasons}})
    except (ValueError, RecursionError) as error:
        text = Text("这一行不是一个 JSON 对象。", f"This line is not one JSON object: {error}.")
        return _dump({"error": {"code": "bad_json", "text": text.to_dict(), "reasons": []}})


def _score_lot(lines: list[str], library: Library | None) -> list[str]:
    return [score_line(line, library) for line in lines if line.strip()]


def _request(line: str) -> dict[str, Any]:
    request = json.loads(line, parse_constant=_no_number)
    if not isinstance(request, dict):
        raise ValueError(f"it is {type(request).__name__}")
    return request


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _dump(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False)
