"""Workflows and sagas as they are sent."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from duotone.server.schemas.bodies import Body, Inputs, Seconds
from duotone.server.schemas.fields import StepId

__all__ = ["GraphBody", "GraphStep", "NewRun", "NewSagaRun", "SagaBody", "Validation", "Written"]

_YAML = "name: greet\nsteps:\n  - id: hello\n    function: greet\n    with: {name: Ada}\n"


class Written(Body):
    """A workflow as text of YAML or JSON; what its steps call is named by the operator of the server."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"workflow": _YAML}]}
    )

    workflow: str = Field(min_length=1, max_length=1_000_000, description="The text.", examples=[_YAML])


class NewRun(Written):
    """A workflow that is to be run."""

    model_config = ConfigDict(
        extra="forbid", allow_inf_nan=False, json_schema_extra={"examples": [{"workflow": _YAML, "inputs": {}}]}
    )

    inputs: Inputs = Field(default_factory=dict[str, JsonValue], description="Its inputs by name.", examples=[{}])
    deadline: Seconds | None = Field(default=None, description="Seconds after which it is undone.", examples=[600])


class NewSagaRun(Body):
    """What a saga of the operator is called with."""

    inputs: Inputs = Field(
        default_factory=dict[str, JsonValue], description="Its arguments by name.", examples=[{"order": "o-17"}]
    )


class SagaBody(BaseModel):
    """A saga that the operator has registered."""

    name: str = Field(description="The name under which it is started.", examples=["refund"])
    description: str = Field(description="What it does.", examples=["Give the money back."])
    signature: str = Field(description="What it is called with.", examples=["(order: 'str')"])


class Validation(BaseModel):
    """Whether a workflow can be run here, and everything that is wrong with it."""

    is_valid: bool = Field(description="Whether it can be run here.")
    problems: list[str] = Field(
        description="All that is wrong, with places.",
        examples=[["workflow.yaml:3:5: step 'a' needs 'b', which there is not"]],
    )
    name: str | None = Field(default=None, description="Its name.", examples=["greet"])
    hash: str | None = Field(default=None, description="What names this version of it.", examples=["9f86d081884c7d65"])
    steps: list[str] = Field(default=[], description="The ids of its steps.", examples=[["hello"]])


class GraphStep(BaseModel):
    """A step, those that it needs, and how far it has come if this is the graph of a run."""

    id: StepId
    calls: str = Field(description="What it calls.", examples=["greet"])
    needs: list[str] = Field(description="The steps that it waits for.", examples=[[]])
    phase: str | None = Field(default=None, description="How far it has come.", examples=["committed"])
    attempts: int = Field(default=0, description="How often it was tried.", examples=[1])
    outcome: str | None = Field(default=None, description="How the last attempt ended.", examples=["ok"])


class GraphBody(BaseModel):
    """The graph of a workflow or of a run."""

    name: str = Field(description="The workflow or the run.", examples=["greet"])
    steps: list[GraphStep] = Field(description="Its steps in their order.")
    format: Literal["mermaid", "dot", "text"] | None = Field(
        default=None, description="What the drawing is written in."
    )
    drawing: str | None = Field(default=None, description="The drawing, if one was asked for.", examples=["graph TD"])
