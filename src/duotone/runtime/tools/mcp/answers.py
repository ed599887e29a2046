"""What a server of tools says, as an agent can read it: its tools, and what they answered."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from duotone.errors import ToolFailed
from duotone.runtime.events import Json
from duotone.runtime.sessions.actions import Risk
from duotone.runtime.tools.tool import Tool, tool

__all__ = ["answered", "tool_from"]

_LONGEST_NAME = 64


def tool_from(listed: Any, ask: Callable[..., Awaitable[Json]], *, prefix: str, trusted: bool, **terms: Any) -> Tool:
    """Return a tool for one that a server lists.

    What a server says of its own harmlessness counts only where it is `trusted`; that a tool destroys is believed.
    """

    async def call(**arguments: Json) -> Json:
        return await ask(listed.name, arguments)

    hints = listed.annotations
    reads = trusted and hints is not None and bool(hints.read_only_hint)
    if hints is not None and hints.destructive_hint and not reads:
        terms["risk"] = Risk.IRREVERSIBLE
    return tool(
        call,
        name=_named(prefix, listed.name),
        description=listed.description or listed.title or "",
        schema=listed.input_schema,
        effect=not reads,
        idempotent=trusted and hints is not None and bool(hints.idempotent_hint),
        **terms,
    )


def _named(prefix: str, name: str) -> str:
    """Return a name that every model takes."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", f"{prefix}_{name}" if prefix else name)[:_LONGEST_NAME]


def answered(name: str, result: Any) -> Json:
    """Return what a tool gave; raises `ToolFailed` if it says that it has failed."""
    text = "\n".join(_block(block) for block in result.content)
    if result.is_error:
        raise ToolFailed(name, text or "it did not say why")
    structured: Json = result.structured_content
    return structured if structured is not None and not result.content else text


def _block(block: Any) -> str:
    match block.type:
        case "text":
            return str(block.text)
        case "resource_link":
            return f"({block.name}: {block.uri})"
        case "resource":
            text = getattr(block.resource, "text", None)
            return str(text) if text is not None else f"({block.resource.uri}, which is no text)"
        case kind:
            size = len(block.data) * 3 // 4 - block.data.count("=")
            return f"({kind}: {size:,} bytes of {block.mime_type}, which is no text)"
