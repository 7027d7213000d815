"""The routes that need no picture: score, settle, waits, discards, rule sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse

import scoring
from api.bodies import json_object
from api.problem import Problem
from api.schemas.openapi import ERRORS, EXAMPLES, json_body, problems
from api.schemas.rulesets import RulesetBrief, RulesetFull
from api.schemas.scores import Discard as DiscardModel
from api.schemas.scores import Score, Settlement
from api.schemas.scores import Wait as WaitModel
from scoring import RequestError

router = APIRouter(prefix="/v1")
Answer = Callable[[Mapping[str, Any]], Any]


def _score(body: Mapping[str, Any]) -> Any:
    return scoring.score(body).to_dict()


def _settle(body: Mapping[str, Any]) -> Any:
    return scoring.settle(body).to_dict()


def _waits(body: Mapping[str, Any]) -> Any:
    return [wait.to_dict() for wait in scoring.waits(body)]


def _discards(body: Mapping[str, Any]) -> Any:
    return [each.to_dict() for each in scoring.discards(body)]


def add_examples(document: dict[str, Any]) -> None:
    """Write into an OpenAPI document what each route answers to the example of its request."""
    answers = {
        "ScoreRequest": _score,
        "SettleRequest": _settle,
        "WaitsRequest": _waits,
        "DiscardsRequest": _discards,
    }
    for name, work in answers.items():
        route = document["paths"][f"/v1/{name.removesuffix('Request').lower()}"]["post"]
        route["responses"]["200"]["content"]["application/json"]["example"] = work(EXAMPLES[name])


async def _answer(request: Request, work: Answer) -> JSONResponse:
    """Run `work` on the JSON body, in a thread: long what-ifs must not hold up other requests."""
    return JSONResponse(await run_in_threadpool(work, await json_object(request)))


@router.post(
    "/score",
    responses={200: {"model": Score}, **ERRORS},
    openapi_extra=json_body("ScoreRequest"),
)
async def score(request: Request) -> JSONResponse:
    """Fan, reasons and payments of one hand. A hand that may not go out is an answer too (`win` false)."""
    return await _answer(request, _score)


@router.post(
    "/settle",
    responses={200: {"model": Settlement}, **ERRORS},
    openapi_extra=json_body("SettleRequest"),
)
async def settle(request: Request) -> JSONResponse:
    """One hand of play for the whole table: every payment, what each has left, who deals next."""
    return await _answer(request, _settle)


@router.post(
    "/waits",
    responses={200: {"model": list[WaitModel]}, **ERRORS},
    openapi_extra=json_body("WaitsRequest"),
)
async def waits(request: Request) -> JSONResponse:
    """What completes 13 - 3n tiles, and what each would be worth."""
    return await _answer(request, _waits)


@router.post(
    "/discards",
    responses={200: {"model": list[DiscardModel]}, **ERRORS},
    openapi_extra=json_body("DiscardsRequest"),
)
async def discards(request: Request) -> JSONResponse:
    """For each tile of 14 - 3n that may be thrown: its waits and the best total."""
    return await _answer(request, _discards)


@router.get("/rulesets", responses={200: {"model": list[RulesetBrief]}, **problems()})
def rulesets() -> JSONResponse:
    """Every rule set by id, with its names and minimum."""
    return JSONResponse([each.to_dict() for each in scoring.rulesets()])


@router.get("/rulesets/{ruleset_id}", responses={200: {"model": RulesetFull | RulesetBrief}, **problems(404)})
def ruleset(ruleset_id: str) -> JSONResponse:
    """One rule set: fans, values, switches, sources; of an undescribed one, why there is no more."""
    try:
        return JSONResponse(scoring.ruleset(ruleset_id).to_dict())
    except RequestError as error:
        raise Problem.from_request_error(error, status=404) from error
