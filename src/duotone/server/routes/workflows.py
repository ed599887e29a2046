"""Workflows that are given as text: checked, drawn and begun; their steps call what the operator has named."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter

from duotone.contract.offloading import offload
from duotone.errors import BadWorkflow, Unbound
from duotone.runtime.workflow import Definition, StepDefinition, accepted, loads
from duotone.server.asking import Grounded, Reader, Runner
from duotone.server.drawing import Format, graph_of
from duotone.server.ground import Ground
from duotone.server.problems import answers
from duotone.server.requests import Key, claim
from duotone.server.schemas.runs import RunBody
from duotone.server.schemas.workflows import GraphBody, NewRun, Validation, Written
from duotone.server.starting import begun, new_run, shown

__all__ = ["draw_workflow", "router", "start_workflow", "validate_workflow"]

router = APIRouter(prefix="/api/workflows", tags=["workflows"])


@router.post("/validate", operation_id="validate_workflow")
async def validate_workflow(body: Written, caller: Reader, ground: Grounded) -> Validation:  # noqa: ARG001  # a reader
    """Say everything that is wrong with a workflow, without running it."""
    try:
        definition = await offload(_read, body.workflow, ground)
    except BadWorkflow as error:
        return Validation(is_valid=False, problems=list(error.problems))
    except Unbound as error:
        return Validation(is_valid=False, problems=[str(error)])
    return Validation(
        is_valid=True, problems=[], name=definition.name, hash=definition.hash, steps=list(definition.order)
    )


@router.post("/graph", operation_id="draw_workflow")
async def draw_workflow(body: Written, caller: Reader, format: Format = None) -> GraphBody:  # noqa: A002, ARG001
    """Return the graph of a workflow, whether or not its steps can be called here."""
    return await offload(lambda: graph_of(loads(body.workflow, files=False), format))


@router.post("/runs", operation_id="start_workflow", status_code=202, responses=answers(409))
async def start_workflow(body: NewRun, caller: Runner, ground: Grounded, key: Key = None) -> RunBody:
    """Begin a workflow; it goes on after this is answered."""
    definition = await offload(_read, body.workflow, ground)
    accepted(definition, body.inputs)
    claimed = await claim(ground, caller, key, ["workflow", body.model_dump()], caller.inside(new_run(definition.name)))
    known = await ground.runtime.log.run(claimed.resource) if claimed.is_known else None
    if known is None:
        work = ground.runtime.run_workflow(
            definition, body.inputs, id=claimed.resource, deadline=body.deadline, check=False
        )
        known = await begun(ground, claimed.resource, work)
    return await shown(ground.runtime, known)


def _read(text: str, ground: Ground) -> Definition:
    """Return the workflow in a text; raises `BadWorkflow`, and `Unbound` for what the operator has not named.

    A name that could be imported is no exception: what runs here is for the operator to say.
    """
    definition = loads(text, files=False)
    for step in _calling(definition):
        for name in (step.unit, step.undo):
            if name and name not in ground.units:
                raise Unbound(step.id, name)
    return definition


def _calling(definition: Definition) -> Iterator[StepDefinition]:
    """Yield the steps and branches that call something, those of workflows inside of it included."""
    for step in definition.steps:
        for one in step.branches or (step,):
            if one.child is None:
                yield one
            else:
                yield from _calling(one.child)
