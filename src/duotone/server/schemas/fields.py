"""Fields that many bodies have, each with its words and an example."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

__all__ = [
    "TIME",
    "ActionName",
    "AgentName",
    "CallId",
    "Hash",
    "ParticipantName",
    "ProcessId",
    "PromiseId",
    "RequestId",
    "RunId",
    "SessionId",
    "StepId",
    "Time",
    "ToolName",
    "Why",
]

TIME: Final = 1760000000.0
"""When everything happens in the examples."""

SessionId = Annotated[str, Field(description="The session that it belongs to.", examples=["review-7"])]
RunId = Annotated[str, Field(description="The id of the run.", examples=["order-3f2a"])]
StepId = Annotated[str, Field(description="The id of the step in its run.", examples=["charge"])]
CallId = Annotated[str, Field(description="The id of the call in its conversation.", examples=["c1"])]
RequestId = Annotated[str, Field(description="The id of the request in its session.", examples=["8c1f0e"])]
ProcessId = Annotated[str, Field(description="The id of the process.", examples=["process-5d1c0a9b7e4d"])]
PromiseId = Annotated[str, Field(description="The id of the promise.", examples=["promise-5d1c"])]
AgentName = Annotated[str, Field(description="The name of the agent.", examples=["helper"])]
ToolName = Annotated[str, Field(description="The name of the tool.", examples=["read_file"])]
ActionName = Annotated[str, Field(description="The name of the action.", examples=["release"])]
ParticipantName = Annotated[str, Field(description="The participant that it is about.", examples=["builder"])]
Time = Annotated[float, Field(description="When, in seconds since the epoch.", examples=[TIME])]
Hash = Annotated[str, Field(description="A SHA-256 in hexadecimal.", examples=["9f86d081884c7d65"])]
Why = Annotated[
    str,
    Field(description="Why the policy asks; empty where the log doesn't tell.", examples=["it can't be taken back"]),
]
