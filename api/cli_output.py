"""How a command answers: JSON lines, or tables in one language; refusals end with exit 2."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import typer
from rich.console import Console, RenderableType

import scoring
from api.problem import Problem
from api.words import Language, Words, default_language
from scoring import Library, RequestError, RulesetFileError
from vision.photo_errors import PhotoError

NOT_A_WIN, MISUSE = 1, 2


class Output:
    """Where answers go: JSON lines, or tables in one language."""

    def __init__(self, as_json: bool, lang: str | None) -> None:
        if lang not in (None, "zh", "en"):
            misuse(f"--lang {lang}: zh or en")
        language: Language = "zh" if lang == "zh" else "en" if lang == "en" else default_language()
        self.as_json, self.words = as_json, Words(language)
        self.console = Console(highlight=False, soft_wrap=False)

    def answer(self, data: Any, *blocks: RenderableType) -> None:
        """One answer: its JSON on one line, or the blocks."""
        if self.as_json:
            print_json(data)
            return
        for block in blocks:
            self.console.print(block)

    def refuse(self, error: RequestError | PhotoError | Problem) -> NoReturn:
        """Say what is wrong and end with 2."""
        problem = problem_of(error)
        if self.as_json:
            print_json({"error": problem.to_dict()})
        else:
            texts = [reason["text"] for reason in problem.reasons] or [problem.text]
            for text in texts:
                typer.echo(self.words.say(text), err=True)
        raise typer.Exit(MISUSE)


def print_json(data: Any) -> None:
    """One JSON line on standard output, the characters as they are."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def problem_of(error: RequestError | PhotoError | Problem) -> Problem:
    """The problem that the service would answer with."""
    if isinstance(error, RequestError):
        return Problem.from_request_error(error)
    return Problem.from_photo_error(error) if isinstance(error, PhotoError) else error


def misuse(message: str) -> NoReturn:
    """Say what is wrong with the command itself and end with 2."""
    typer.echo(message, err=True)
    raise typer.Exit(MISUSE)


def lines_of(source: str) -> Iterator[str]:
    """The lines of a file, or of standard input for `-`; ends with 2 where there is no such file.

    Bytes that are not UTF-8 become U+FFFD, so that one bad line does not end the rest.
    """
    if source == "-":
        yield from typer.get_text_stream("stdin", encoding="utf-8", errors="replace")
        return
    try:
        with Path(source).open(encoding="utf-8", errors="replace") as file:
            yield from file
    except OSError as error:
        misuse(f"{source}: {error.strerror}")


@contextmanager
def named_rules(named: str) -> Iterator[str]:
    """The rule set's id, by an id or by the path of a house's file, whose rules hold inside.

    Ends with 2 where the file cannot be used, naming the file, the key and the nearest valid key.
    """
    try:
        library, ruleset = Library.in_use().choose(named)
    except RulesetFileError as error:
        misuse(getattr(error.text, default_language()))
    with scoring.use(library):
        yield ruleset


def rules_of(ruleset_id: str) -> dict[str, Any]:
    """A rule set, for the names of its fans and what its total counts."""
    return scoring.ruleset(ruleset_id).to_dict()
