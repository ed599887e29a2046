"""A model behind OpenAI's API or one that is compatible with it, through the official package, in both colors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from duotone.errors import MissingExtra
from duotone.runtime.events import Json
from duotone.runtime.messages import Message, Reply, Role, ToolCall, Usage
from duotone.runtime.models.model import Request

__all__ = ["OpenAIModel"]

_ROLES = {Role.SYSTEM: "system", Role.USER: "user", Role.AGENT: "assistant", Role.TOOL: "tool", Role.NOTICE: "user"}


class OpenAIModel:
    """Chat completions with tools, whole or in parts.

    `base_url` and `api_key` are those of the `openai` package, from the environment where they are not given; `client`
    takes further settings of it. `prices` are those of a million tokens, in and out. Clients belong to the loop that
    they are used on, so each loop has its own. Raises `MissingExtra` without the package.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        prices: tuple[float, float] = (0.0, 0.0),
        client: Mapping[str, Any] | None = None,
    ) -> None:
        self._openai = _package()
        self._model = model
        self._prices = prices
        self._given = {"base_url": base_url, "api_key": api_key, **(client or {})}
        self._client: Any = None
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, Any] = WeakKeyDictionary()

    def complete(self, request: Request) -> Reply:
        """Ask on this thread."""
        return self._reply(self._sync_client().chat.completions.create(**self._body(request)))

    async def acomplete(self, request: Request) -> Reply:
        """Ask on this loop."""
        return self._reply(await self._async_client().chat.completions.create(**self._body(request)))

    def stream(self, request: Request) -> Iterator[Any]:
        """Ask on this thread, and yield text as it comes and then the rest of the reply."""
        gathered = _Gathered()
        with self._sync_client().chat.completions.create(**self._body(request), **_STREAMING) as chunks:
            for chunk in chunks:
                yield from gathered.add(chunk)
        yield self._rest(gathered)

    async def astream(self, request: Request) -> AsyncIterator[Any]:
        """Ask on this loop, and yield text as it comes and then the rest of the reply."""
        gathered = _Gathered()
        async with await self._async_client().chat.completions.create(**self._body(request), **_STREAMING) as chunks:
            async for chunk in chunks:
                for text in gathered.add(chunk):
                    yield text
        yield self._rest(gathered)

    def close(self) -> None:
        """Close the connections of threads; those of loops end with `aclose`."""
        if self._client is not None:
            self._client.close()

    async def aclose(self) -> None:
        """Close the connections of this loop."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.close()

    def _sync_client(self) -> Any:
        if self._client is None:
            self._client = self._openai.OpenAI(**self._given)
        return self._client

    def _async_client(self) -> Any:
        loop = asyncio.get_running_loop()
        client = self._clients.get(loop)
        if client is None:
            client = self._clients[loop] = self._openai.AsyncOpenAI(**self._given)
        return client

    def _body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self._model, "messages": list(map(_message, request.messages))}
        if request.tools:
            body["tools"] = [
                {
                    "type": "function",
                    "function": {"name": spec.name, "description": spec.description, "parameters": spec.schema},
                }
                for spec in request.tools
            ]
        return {**body, **request.options}

    def _reply(self, answer: Any) -> Reply:
        message = answer.choices[0].message
        calls = [_call(call.id, call.function.name, call.function.arguments) for call in message.tool_calls or ()]
        return Reply(message.content or "", tuple(calls), self._usage(answer.usage))

    def _rest(self, gathered: _Gathered) -> Reply:
        return Reply("", tuple(gathered.calls()), self._usage(gathered.usage))

    def _usage(self, usage: Any) -> Usage:
        if usage is None:
            return Usage()
        given, taken = usage.prompt_tokens, usage.completion_tokens
        return Usage(given, taken, (given * self._prices[0] + taken * self._prices[1]) / 1_000_000)


_STREAMING: Mapping[str, Any] = {"stream": True, "stream_options": {"include_usage": True}}


class _Gathered:
    """The parts of a streamed reply; calls come in pieces, told apart by their place."""

    def __init__(self) -> None:
        self.usage: Any = None
        self._calls: dict[int, list[str]] = {}

    def add(self, chunk: Any) -> list[str]:
        """Take a chunk, and return the text in it."""
        self.usage = chunk.usage or self.usage
        if not chunk.choices:
            return []
        delta = chunk.choices[0].delta
        for piece in delta.tool_calls or ():
            call = self._calls.setdefault(piece.index, ["", "", ""])
            call[0] = piece.id or call[0]
            if piece.function is not None:
                call[1] += piece.function.name or ""
                call[2] += piece.function.arguments or ""
        return [delta.content] if delta.content else []

    def calls(self) -> Sequence[ToolCall]:
        """Return the calls that were asked for."""
        return [_call(*self._calls[place]) for place in sorted(self._calls)]


def _call(name: str, tool: str, arguments: str) -> ToolCall:
    """Return a call with its arguments as JSON, or as the model wrote them if that is none."""
    try:
        read: Any = json.loads(arguments or "{}")
    except ValueError:
        read = arguments
    return ToolCall(name, tool, read if isinstance(read, dict) else arguments)  # pyright: ignore[reportUnknownArgumentType]


def _message(message: Message) -> dict[str, Any]:
    written: dict[str, Any] = {"role": _ROLES[message.role], "content": message.text}
    if message.role is Role.NOTICE:
        written["content"] = f"[notice] {message.text}"
    elif message.role is Role.TOOL:
        written["tool_call_id"] = message.call
    elif message.calls:
        written["tool_calls"] = [_written(call) for call in message.calls]
    return written


def _written(call: ToolCall) -> Mapping[str, Json]:
    arguments = call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _package() -> Any:
    try:
        import openai  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise MissingExtra("OpenAIModel", "openai") from error
    return openai
