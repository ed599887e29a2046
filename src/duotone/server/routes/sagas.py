"""Sagas that the operator has registered: listed, and begun by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter

from duotone.contract.offloading import offload
from duotone.errors import BadInput
from duotone.runtime import AsyncSaga
from duotone.runtime.sagas import saga_of
from duotone.server.asking import Grounded, Id, Reader, Runner
from duotone.server.problems import Problem, answers
from duotone.server.requests import Key, claim
from duotone.server.schemas.runs import RunBody
from duotone.server.schemas.workflows import NewSagaRun, SagaBody
from duotone.server.starting import begun, new_run, shown

__all__ = ["list_sagas", "router", "start_saga"]

router = APIRouter(prefix="/api/sagas", tags=["sagas"])


@router.get("", operation_id="list_sagas")
async def list_sagas(caller: Reader, ground: Grounded) -> list[SagaBody]:  # noqa: ARG001  # a reader
    """List the sagas that can be begun by name."""
    return await offload(lambda: [_described(name, function) for name, function in ground.sagas.items()])


@router.post("/{saga}/runs", operation_id="start_saga", status_code=202, responses=answers(404, 409))
async def start_saga(saga: Id, body: NewSagaRun, caller: Runner, ground: Grounded, key: Key = None) -> RunBody:
    """Begin a saga; it goes on after this is answered."""
    function = ground.sagas.get(saga)
    if function is None:
        raise Problem(404, "NoSuchSaga", f"there is no saga {saga!r}", "list them with GET /api/sagas")
    await offload(_check, saga, function, body.inputs)
    run = caller.inside(new_run(saga))
    claimed = await claim(ground, caller, key, ["saga", saga, body.model_dump()], run)
    known = await ground.runtime.log.run(claimed.resource) if claimed.is_known else None
    if known is None:
        given: dict[str, Any] = {**body.inputs, "id": claimed.resource}
        known = await begun(ground, claimed.resource, ground.runtime.run(function, **given))
    return await shown(ground.runtime, known)


def _check(name: str, function: Callable[..., Any], inputs: dict[str, Any]) -> None:
    """Raise `BadInput` if a saga can't be called with these arguments, or they would mean something to the runtime."""
    reserved = {"id", "on_event"} & set(inputs)
    if reserved:
        raise BadInput(min(reserved), f"of saga {name!r} can't be given over HTTP; call it otherwise in the function")
    try:
        inspect.signature(saga_of(function).function).bind(AsyncSaga, **inputs)
    except TypeError as error:
        raise BadInput("inputs", f"don't fit saga {name!r}: {error}") from error


def _described(name: str, function: Callable[..., Any]) -> SagaBody:
    inner = saga_of(function).function
    parameters = list(inspect.signature(inner).parameters.values())[1:]
    signature = str(inspect.Signature(parameters))
    return SagaBody(name=name, description=inspect.getdoc(inner) or "", signature=signature)
