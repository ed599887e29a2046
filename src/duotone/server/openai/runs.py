"""Runs: a turn that is begun and answered at once, and then looked at, followed, or stopped by its id."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from duotone.errors import RunFinished
from duotone.runtime import Message, Role, RunRow, Status
from duotone.runtime.conversation.transcript import Transcript
from duotone.server.asking import Grounded, Id, Reader, Runner, owned_run
from duotone.server.following import Following
from duotone.server.ground import Ground
from duotone.server.history import Topic, begin
from duotone.server.openai.faults import FAULTS, OpenAIRoute, Refused
from duotone.server.openai.turns import begin_turn, known_agent
from duotone.server.openai.wire import InputItem, messages_of, response_usage
from duotone.server.problems import Problem
from duotone.server.sse import EventStream, Seen, documented
from duotone.server.tenancy import outside, outside_run

__all__ = ["NewRun", "RunBody", "cancel_agent_run", "create_agent_run", "get_agent_run", "router", "stream_agent_run"]

router = APIRouter(prefix="/v1", tags=["openai"], route_class=OpenAIRoute)

_STATUSES: Final = {
    Status.RUNNING: "in_progress",
    Status.UNDOING: "in_progress",
    Status.WAITING: "requires_action",
    Status.COMPLETED: "completed",
    Status.CANCELLED: "cancelled",
}


class NewRun(BaseModel):
    """A question whose answer may take its time."""

    model_config = ConfigDict(extra="forbid")

    model: str = Field(min_length=1, max_length=256, description="The name of an agent.", examples=["assistant"])
    input: str | list[InputItem] = Field(description="The question.", examples=["Summarize the log."])
    instructions: str | None = Field(
        default=None, description="What the agent is told before all else.", examples=["Be brief."]
    )


class RunBody(BaseModel):
    """A run, as far as it has come."""

    id: str = Field(description="The id of the run.", examples=["turn-3f2a"])
    object: str = Field(default="run", description="What this is.", examples=["run"])
    session: str = Field(description="The session of the turn.", examples=["chat-7"])
    model: str = Field(description="The agent.", examples=["assistant"])
    status: str = Field(
        description="One of in_progress, requires_action, completed, cancelled and failed.", examples=["in_progress"]
    )
    output: str | None = Field(default=None, description="The answer, once there is one.", examples=[None])
    usage: dict[str, Any] | None = Field(
        default=None,
        description="What the turn has cost so far.",
        examples=[{"input_tokens": 8, "output_tokens": 2, "total_tokens": 10}],
    )
    error: str | None = Field(default=None, description="What went wrong.", examples=[None])


@router.post("/runs", operation_id="create_agent_run", status_code=202, responses=FAULTS)
async def create_agent_run(asked: NewRun, caller: Runner, ground: Grounded) -> RunBody:
    """Begin a turn, and answer once it is in the log; it goes on whoever leaves."""
    agent = known_agent(ground, asked.model)
    told = [] if asked.instructions is None else [Message(Role.SYSTEM, asked.instructions)]
    said = [Message(Role.USER, asked.input)] if isinstance(asked.input, str) else messages_of(asked.input)
    if not said:
        raise Refused(400, "'input' is empty; say something", param="input")
    turn = await begin_turn(ground, caller, agent, [*told, *said])
    try:
        run = await turn.run()
    finally:
        turn.leave()
    return RunBody(id=outside_run(run), session=outside(turn.session), model=agent, status="in_progress")


@router.get("/runs/{run}", operation_id="get_agent_run", responses=FAULTS)
async def get_agent_run(run: Id, caller: Reader, ground: Grounded) -> RunBody:
    """Return how a run stands."""
    return await _body(ground, await owned_run(ground, caller, run))


@router.get(
    "/runs/{run}/events",
    operation_id="stream_agent_run",
    response_class=Response,
    responses={
        **FAULTS,
        **documented("The events of the run from the log, until it ends."),
        204: {"description": "The run has ended, and all of it was seen."},
    },
)
async def stream_agent_run(run: Id, caller: Reader, ground: Grounded, seen: Seen) -> Response:
    """Follow a run; `Last-Event-ID` resumes without a gap."""
    row = await owned_run(ground, caller, run)
    topic = Topic("run", row.run)
    start = await begin(ground.runtime.log, topic, seen)
    if Status(row.status).is_final and not await ground.runtime.log.read_run(row.run, after=start.position):
        return Response(status_code=204)
    return EventStream(Following(ground, caller, topic, start))


@router.post("/runs/{run}/cancel", operation_id="cancel_agent_run", responses=FAULTS)
async def cancel_agent_run(run: Id, caller: Runner, ground: Grounded) -> RunBody:
    """Stop a run; one that has ended is a conflict."""
    row = await owned_run(ground, caller, run)
    try:
        await ground.runtime.cancel(row.run, "asked for", by=caller.name)
    except RunFinished as error:
        raise Problem(409, "RunFinished", str(error)) from error
    return await _body(ground, await owned_run(ground, caller, run))


async def _body(ground: Ground, row: RunRow) -> RunBody:
    transcript = Transcript()
    transcript.apply_all(await ground.runtime.log.read(row.session))
    turn = transcript.turn if transcript.turn is not None and transcript.turn.run == row.run else None
    has_output = turn is not None and turn.reply is not None and row.status == Status.COMPLETED
    return RunBody(
        id=outside_run(row.run),
        session=outside(row.session),
        model=row.name,
        status=_STATUSES.get(Status(row.status), "failed"),
        output=turn.reply.text if has_output and turn is not None and turn.reply is not None else None,
        usage=None if turn is None else response_usage(turn.usage),
        error=None if turn is None or turn.fault is None else f"{turn.fault.type}: {turn.fault.message}",
    )
