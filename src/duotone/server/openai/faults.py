"""Errors as OpenAI's clients read them: one shape, and a header that keeps them from taking a turn twice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Final

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field

from duotone.errors import DuotoneError
from duotone.runtime import State, TurnResult
from duotone.server.problems import MEDIA, Problem, problem_of

__all__ = ["FAULTS", "ErrorBody", "ErrorDetail", "OpenAIRoute", "Refused", "detail_of", "refusal_of", "unsupported"]

_TYPES: Final[Mapping[int, str]] = {
    400: "invalid_request_error",
    401: "authentication_error",
    403: "permission_error",
    404: "invalid_request_error",
    409: "conflict_error",
    422: "invalid_request_error",
    429: "rate_limit_error",
}


class ErrorDetail(BaseModel):
    """What went wrong."""

    message: str = Field(description="What was in the way.", examples=["there is no model 'x'"])
    type: str = Field(description="What kind of error it is.", examples=["invalid_request_error"])
    param: str | None = Field(default=None, description="What part of the request it is about.", examples=["model"])
    code: str | None = Field(default=None, description="The error by name.", examples=["model_not_found"])


class ErrorBody(BaseModel):
    """An error as OpenAI's clients read it."""

    error: ErrorDetail = Field(description="The error itself.")


class Refused(Exception):
    """Raised by a route that speaks as OpenAI's do."""

    def __init__(self, status: int, message: str, *, code: str | None = None, param: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.detail = ErrorDetail(message=message, type=_TYPES.get(status, "server_error"), param=param, code=code)


def unsupported(param: str, reason: str) -> Refused:
    """Return the refusal of something that this server would have to ignore."""
    return Refused(400, f"{param!r} {reason}", code="unsupported_parameter", param=param)


def refusal_of(result: TurnResult) -> Refused | None:
    """Return why a turn has no answer, None if it has one."""
    if result.state in {State.IDLE, State.FINISHED}:
        return None
    if result.state is State.WAITING:
        calls = ", ".join(result.asked)
        message = (
            f"the agent waits for somebody to approve {calls}; decide at /api/approvals, and run {result.run} goes on"
        )
        return Refused(409, message, code="approval_needed")
    if result.fault is not None:
        return Refused(500, f"{result.fault.type}: {result.fault.message}", code="agent_failed")
    return Refused(500, f"the turn is {result.state}: {result.reason}", code=f"turn_{result.state}")


def detail_of(error: Exception) -> tuple[int, ErrorDetail, Mapping[str, str]]:
    """Return the status, the body and the headers that stand for an error."""
    if isinstance(error, Refused):
        return error.status, error.detail, {}
    if isinstance(error, RequestValidationError):
        first = error.errors()[0]
        param = ".".join(str(part) for part in first["loc"] if part != "body")
        return 400, ErrorDetail(message=f"{param}: {first['msg']}", type=_TYPES[400], param=param), {}
    problem = problem_of(error)
    body = problem.body
    message = f"{body.detail}; {body.remedy}" if body.remedy else body.detail
    kind = _TYPES.get(body.status, "server_error")
    return body.status, ErrorDetail(message=message, type=kind, code=body.type.rpartition(":")[2]), problem.headers


class OpenAIRoute(APIRoute):
    """A route whose errors have the shape that OpenAI's clients read."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handler = super().get_route_handler()

        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except (Refused, Problem, DuotoneError, RequestValidationError) as error:
                status, detail, headers = detail_of(error)
                # Their clients ask again by themselves, and a turn that was taken must not be taken twice.
                hint = {"x-should-retry": "true" if status in {429, 503} else "false"}
                return JSONResponse(ErrorBody(error=detail).model_dump(), status, {**headers, **hint})

        return answer


def _documented(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/ProblemBody"}
    words = f"Why it was not done; {_TYPES.get(status, 'server_error')}."
    return {"model": ErrorBody, "description": words, "content": {MEDIA: {"schema": schema}}}


FAULTS: Final[dict[int | str, dict[str, Any]]] = {
    status: _documented(status) for status in (400, 401, 403, 404, 408, 409, 413, 421, 429, 500, 503)
}
"""What every route of these documents: errors of its own, and problems of what stands around all routes."""
