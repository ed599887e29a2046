"""What is answered where something can't be done: one shape (RFC 9457), and one table from errors to statuses."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final
from uuid import uuid4

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duotone import errors

__all__ = [
    "MEDIA",
    "STATUSES",
    "Problem",
    "ProblemBody",
    "Unfailing",
    "answers",
    "install",
    "problem_of",
    "response_of",
]

MEDIA: Final = "application/problem+json"

_LOGGER = logging.getLogger("duotone.server")

STATUSES: Final[Mapping[type[Exception], int]] = {
    errors.NoSuchRun: 404,
    errors.NoSuchSession: 404,
    errors.NoSuchStep: 404,
    errors.NoSuchParticipant: 404,
    errors.NoSuchApproval: 404,
    errors.NoSuchCall: 404,
    errors.NoSuchProcess: 404,
    errors.NoSuchTool: 404,
    errors.BadInput: 422,
    errors.BadArguments: 422,
    errors.BadWorkflow: 422,
    errors.BadExpression: 422,
    errors.BadUnit: 422,
    errors.Unbound: 422,
    errors.CommandRefused: 403,
    errors.Denied: 403,
    errors.OutsideRoot: 403,
    errors.ApprovalNeeded: 409,
    errors.BadTransition: 409,
    errors.ConversationBusy: 409,
    errors.InputClosed: 409,
    errors.Killed: 409,
    errors.NeedsDecision: 409,
    errors.NotActive: 409,
    errors.OverLimit: 409,
    errors.PromiseMoved: 409,
    errors.RunFailed: 409,
    errors.RunFinished: 409,
    errors.RunTaken: 409,
    errors.SagaBusy: 409,
    errors.SessionExists: 409,
    errors.Stale: 409,
    errors.StepFailed: 409,
    errors.WorkflowChanged: 409,
    errors.CommandNotStarted: 422,
    errors.ProcessesUnsupported: 501,
    errors.BadTokens: 503,
    errors.CutOff: 503,
    errors.LogBusy: 503,
    errors.LogClosed: 503,
    errors.LogUncertain: 503,
    errors.LogUnreachable: 503,
    errors.LogUnwritable: 503,
    errors.PoolExhausted: 503,
}
"""The status that stands for an error of ours; all others are faults of the server."""


class ProblemBody(BaseModel):
    """Why something was not done, and what to do about it."""

    type: str = Field(description="What kind of problem it is.", examples=["urn:duotone:NoSuchRun"])
    title: str = Field(description="The status in words.", examples=["Not Found"])
    status: int = Field(description="The status.", examples=[404])
    detail: str = Field(description="What was in the way.", examples=["there is no run 'order-17'"])
    remedy: str = Field(default="", description="What to do about it.", examples=["list them with GET /api/runs"])


class Problem(Exception):  # it is named after what is sent
    """Raised by whoever answers a request, and sent as it is."""

    def __init__(
        self, status: int, kind: str, detail: str, remedy: str = "", *, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.headers = dict(headers or {})
        self.body = ProblemBody(
            type=f"urn:duotone:{kind}", title=_TITLES.get(status, "Error"), status=status, detail=detail, remedy=remedy
        )


_TITLES: Final = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    408: "Request Timeout",
    409: "Conflict",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    421: "Misdirected Request",
    422: "Unprocessable Content",
    429: "Too Many Requests",
    500: "Internal Server Error",
    501: "Not Implemented",
    503: "Service Unavailable",
}


def answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what a route documents of the problems that it may answer with."""
    schema = {"$ref": "#/components/schemas/ProblemBody"}
    return {
        status: {"description": _TITLES.get(status, "Error"), "content": {MEDIA: {"schema": schema}}}
        for status in statuses
    }


def problem_of(error: Exception) -> Problem:
    """Return what is answered for an error: its own words if it is one of ours, else only a number to look it up by."""
    if isinstance(error, Problem):
        return error
    status = next((STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES), None)
    if status is not None:
        detail, _, remedy = str(error).partition("; ")
        if isinstance(error, errors.DuotoneError) and error.recipe:
            detail, remedy = error.situation, _route_for(error)
        headers = {"Retry-After": "1"} if status == 503 else None  # noqa: PLR2004  # what it is called everywhere
        return Problem(status, type(error).__name__, detail, remedy, headers=headers)
    number = uuid4().hex
    _LOGGER.error("request failed with %s (%s)", type(error).__name__, number, exc_info=error)
    return Problem(500, "ServerFault", "the server failed", f"look for {number} in its logs")


def _route_for(error: errors.DuotoneError) -> str:
    """Return what a client can do where the library would name a call of its own."""
    match error:
        case errors.NoSuchRun():
            return "list them with GET /api/runs"
        case errors.NoSuchSession():
            return "list them with GET /api/sessions"
        case errors.NeedsDecision():
            return "look at its events, then say what became of the step with POST /api/runs/{run}/decide"
        case errors.ApprovalNeeded():
            return f"decide it with POST /api/approvals/{{session}}/{error.request}"
        case errors.NoSuchApproval():
            return "see what waits with GET /api/approvals"
        case _:
            return "see its events with GET /api/runs/{run}/events"


def response_of(problem: Problem) -> JSONResponse:
    """Return a problem as a response."""
    return JSONResponse(problem.body.model_dump(), problem.body.status, problem.headers, MEDIA)


def install(app: FastAPI) -> None:
    """Let every error of a route be answered as a problem."""
    app.add_exception_handler(Problem, _answer)
    app.add_exception_handler(errors.DuotoneError, _answer)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http)


async def _answer(request: Request, error: Exception) -> JSONResponse:  # noqa: ARG001  # what FastAPI asks for
    return response_of(problem_of(error))


async def _answer_invalid(request: Request, error: Exception) -> JSONResponse:  # what FastAPI asks for
    assert isinstance(error, RequestValidationError)
    faults = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()]
    remedy = _AS_JSON if _has_other_body(request, error) else "see /openapi.json for what this route takes"
    return response_of(Problem(422, "BadRequest", "; ".join(faults)[:2000], remedy))


_AS_JSON: Final = "send the body as JSON, with the header Content-Type: application/json"


def _has_other_body(request: Request, error: RequestValidationError) -> bool:
    """Tell whether the body was not read at all, since it doesn't say that it is JSON."""
    is_body = any(one["loc"][:1] == ("body",) for one in error.errors())
    return is_body and "json" not in request.headers.get("content-type", "")


async def _answer_http(request: Request, error: Exception) -> JSONResponse:  # as above
    assert isinstance(error, HTTPException)
    detail = f"{request.method} {request.url.path}: {error.detail}"
    remedy = "see /openapi.json for all routes" if error.status_code in _NO_ROUTE else ""
    return response_of(Problem(error.status_code, "HttpError", detail, remedy, headers=error.headers))


_NO_ROUTE: Final = {404, 405}


class Unfailing:
    """Answers what nobody else has answered for, so that no traceback leaves the server."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand around all of it."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False

        async def note(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, note)
        except Exception as error:  # whatever it is, it is logged here and answered if it can be
            problem = problem_of(error)
            if has_begun:
                raise
            await response_of(problem)(scope, receive, send)
