"""A response as OpenAI's clients read it, as far as a server of agents can mean it."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, Field

__all__ = ["ResponseBody"]

_MESSAGE: Final[dict[str, Any]] = {
    "id": "msg_0123456789abcdef0123456789abcdef",
    "type": "message",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Hello!", "annotations": [], "logprobs": []}],
}
_COST: Final = {"input_tokens": 8, "output_tokens": 2, "total_tokens": 10}


class ResponseBody(BaseModel):
    """The answer of an agent; settings of a model are those that mean nothing, since agents have their own."""

    id: str = Field(description="The id to go on from.", examples=["resp_0123456789abcdef0123456789abcdef"])
    object: str = Field(description="What this is.", examples=["response"])
    created_at: int = Field(description="Seconds since the epoch.", examples=[1760000000])
    status: Literal["in_progress", "completed", "failed"] = Field(description="How it stands.")
    error: dict[str, Any] | None = Field(description="What went wrong.", examples=[None])
    incomplete_details: None = Field(description="Always null: an answer is whole, or failed.")
    instructions: str | None = Field(description="What the agent was told before all else.", examples=["Be brief."])
    metadata: dict[str, str] = Field(description="What the request has carried.", examples=[{}])
    model: str = Field(description="The agent.", examples=["assistant"])
    output: list[dict[str, Any]] = Field(description="The message, once there is one.", examples=[[_MESSAGE]])
    parallel_tool_calls: bool = Field(description="Whether tools are called side by side.")
    previous_response_id: str | None = Field(description="The answer that it goes on from.", examples=[None])
    temperature: float | None = Field(description="A setting of the agent's own.", examples=[None])
    text: dict[str, Any] = Field(description="What answers are made of.", examples=[{"format": {"type": "text"}}])
    tool_choice: str = Field(description="The agent chooses.", examples=["auto"])
    tools: list[dict[str, Any]] = Field(description="Tools of the client; there are none.", examples=[[]])
    top_p: float | None = Field(description="A setting of the agent's own.", examples=[None])
    truncation: str = Field(description="Nothing is left out.", examples=["disabled"])
    usage: dict[str, Any] | None = Field(description="What the turn has cost.", examples=[_COST])
