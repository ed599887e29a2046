"""Which agents there are, and what can be expected of these routes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from duotone.runtime import Abilities, InTurn
from duotone.runtime.delivery.channels import NOTHING
from duotone.server.asking import Grounded, Reader
from duotone.server.ground import Ground
from duotone.server.openai.faults import FAULTS, OpenAIRoute
from duotone.server.openai.turns import known_agent

__all__ = ["Capabilities", "Delivery", "Model", "Models", "get_capabilities", "get_model", "list_models", "router"]

router = APIRouter(prefix="/v1", tags=["openai"], route_class=OpenAIRoute)

_RESPONSE: Final = "the channel closes with the response; talk over /api/conversations for what ends later"
_RUN: Final = "nothing is bound to the turn; its events end with the run"
_STREAM: Final = "GET /api/conversations/{conversation}/stream shows it, and is resumed by the id of its last event"


class Model(BaseModel):
    """An agent, as OpenAI lists models."""

    id: str = Field(description="The name of the agent.", examples=["assistant"])
    object: str = Field(default="model", description="What this is.", examples=["model"])
    created: int = Field(default=0, description="Not known of agents, so 0.", examples=[0])
    owned_by: str = Field(default="duotone", description="Who serves it.", examples=["duotone"])
    description: str = Field(default="", description="What it is for.", examples=["Answers questions about orders."])
    tools: list[str] = Field(
        default_factory=list, description="What it may call, on this server.", examples=[["read_file"]]
    )


class Models(BaseModel):
    """All agents."""

    object: str = Field(default="list", description="What this is.", examples=["list"])
    data: list[Model] = Field(description="The agents.")


class Delivery(BaseModel):
    """What the channel of a turn can do."""

    in_turn: bool = Field(description="Whether results come with the answer.")
    streaming: bool = Field(description="Whether words come as they are said.")
    after_turn: bool = Field(description="Whether anything comes after the answer.")
    durable: bool = Field(description="Whether that survives the process.")
    reason: str = Field(description="Why that is so.", examples=["the channel closes with the response"])


class Capabilities(BaseModel):
    """What these routes do, and what they don't."""

    models: list[str] = Field(description="The agents.", examples=[["assistant"]])
    endpoints: list[str] = Field(description="The routes.", examples=[["POST /v1/responses"]])
    tools: str = Field(default="server", description="Where tools run.", examples=["server"])
    client_tools: bool = Field(default=False, description="Whether tools of the client are called.")
    stream: bool = Field(default=True, description="Whether answers can come word by word.")
    delivery: Delivery = Field(description="What the channel of a response can do.")
    routes: dict[str, Delivery] = Field(description="What the channel of a turn can do, by the route that begins it.")


@router.get("/models", operation_id="list_models", responses=FAULTS)
async def list_models(_: Reader, ground: Grounded) -> Models:
    """List the agents of this server."""
    return Models(data=[_model(ground, name) for name in ground.agents])


@router.get("/models/{model}", operation_id="get_model", responses=FAULTS)
async def get_model(
    model: Annotated[str, Path(max_length=256, description="The name of an agent.", examples=["assistant"])],
    _: Reader,
    ground: Grounded,
) -> Model:
    """Return an agent of this server."""
    return _model(ground, known_agent(ground, model))


def _model(ground: Ground, name: str) -> Model:
    return Model(id=name, description=ground.agents[name].description, tools=list(ground.toolboxes[name]))


@router.get("/capabilities", operation_id="get_capabilities", responses=FAULTS)
async def get_capabilities(_: Reader, ground: Grounded) -> Capabilities:
    """Tell what can be expected: above all which turns can be told of what ends after them."""
    paths: dict[str, Any] = {
        "POST": ["/v1/chat/completions", "/v1/responses", "/v1/runs", "/v1/runs/{run}/cancel"],
        "GET": ["/v1/responses/{response}", "/v1/models", "/v1/runs/{run}", "/v1/runs/{run}/events"],
    }
    response = _delivery(InTurn().abilities, _RESPONSE)
    return Capabilities(
        models=list(ground.agents),
        endpoints=[f"{method} {path}" for method, some in paths.items() for path in some],
        delivery=response,
        routes={
            "POST /v1/chat/completions": response,
            "POST /v1/responses": response,
            "POST /v1/runs": _delivery(NOTHING, _RUN),
            "POST /api/conversations/{conversation}/runs": _delivery(ground.turns.channel.abilities, _STREAM),
        },
    )


def _delivery(able: Abilities, reason: str) -> Delivery:
    return Delivery(**asdict(able), reason=reason)
