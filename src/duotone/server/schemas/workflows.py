"""Workflows and sagas as they are sent."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from duotone.server.schemas.bodies import Body, Inputs, Seconds

__all__ = ["GraphBody", "GraphStep", "NewRun", "NewSagaRun", "SagaBody", "Validation", "Written"]

_YAML = "name: greet\nsteps:\n  - id: hello\n    function: greet\n    with: {name: Ada}\n"


class Written(Body):
    """A workflow as text of YAML or JSON; what its steps call is named by the operator of the server."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"workflow": _YAML}]}
    )

    workflow: str = Field(min_length=1, max_length=1_000_000)


class NewRun(Written):
    """A workflow that is to be run."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"workflow": _YAML, "inputs": {}}]}
    )

    inputs: Inputs = Field(default_factory=dict[str, JsonValue])
    deadline: Seconds | None = Field(default=None, description="Seconds after which it is undone.")


class NewSagaRun(Body):
    """What a saga of the operator is called with."""

    inputs: Inputs = Field(default_factory=dict[str, JsonValue], description="Its arguments by name.")


class SagaBody(BaseModel):
    """A saga that the operator has registered."""

    name: str = Field(examples=["refund"])
    description: str
    signature: str = Field(examples=["(order: 'str')"])


class Validation(BaseModel):
    """Whether a workflow can be run here, and everything that is wrong with it."""

    is_valid: bool
    problems: list[str] = Field(examples=[["workflow.yaml:3:5: step 'a' needs 'b', which there is not"]])
    name: str | None = None
    hash: str | None = None
    steps: list[str] = []


class GraphStep(BaseModel):
    """A step, those that it needs, and how far it has come if this is the graph of a run."""

    id: str
    calls: str
    needs: list[str]
    phase: str | None = None
    attempts: int = 0
    outcome: str | None = None


class GraphBody(BaseModel):
    """The graph of a workflow or of a run."""

    name: str
    steps: list[GraphStep]
    format: Literal["mermaid", "dot", "text"] | None = None
    drawing: str | None = None
