"""Results that are too long for an agent: kept whole in the log, in a session beside its own, and read in parts."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from duotone.errors import BadInput
from duotone.runtime.events import Append, Draft, Event, Json
from duotone.runtime.log import Log
from duotone.runtime.log.store import Store
from duotone.runtime.tools.context import ToolContext

__all__ = ["MOST", "artifacts_of", "keep", "read_artifact"]

MOST = 20_000_000
"""Characters of one result that are kept; of more than that, head and tail are."""

_PART = 100_000
"""Characters in one event."""


def artifacts_of(session: str) -> str:
    """Return the session in which the long results of a session are; whoever reads messages need not read them."""
    return f"{session}/artifacts"


def keep(text: str, context: ToolContext) -> str:
    """Write a text to the log, and return the reference by which it is found; empty where there is no log."""
    if context.store is None:
        return ""
    if len(text) > MOST:
        half = MOST // 2
        text = f"{text[:half]}\n[… {len(text) - 2 * half:,} characters were too many to keep …]\n{text[-half:]}"
    digest = sha256(text.encode()).hexdigest()[:8]
    parts = [text[start : start + _PART] for start in range(0, len(text), _PART)]
    about: dict[str, Json] = {
        "artifact": digest,
        "parts": len(parts),
        "size": len(text),
        "run": context.run,
        "step": context.step,
    }
    drafts = [Draft("artifact.kept", {**about, "part": number, "text": part}) for number, part in enumerate(parts)]
    events = Log(context.store).append(Append(artifacts_of(context.session), drafts))
    return f"{events[0].seq}-{digest}"


def read_artifact(reference: str, offset: int, length: int, context: ToolContext) -> tuple[str, int]:
    """Return a part of what was kept, and the size of the whole.

    Raises `BadInput` for a reference that neither this session nor one that it was forked from has.
    """
    first = _first(reference, context)
    if first is None or context.store is None:
        raise BadInput("result", f"{reference!r} is none of this conversation; use the one that the result names")
    session, event = first
    size = int(_data(event)["size"])
    offset, length = min(max(0, offset), size), max(1, length)
    skipped = offset // _PART
    count = (offset + length - 1) // _PART - skipped + 1
    events = Log(context.store).read(session, after=event.seq - 1 + skipped, limit=count)
    digest = _data(event)["artifact"]
    text = "".join(_data(one)["text"] for one in events if _data(one)["artifact"] == digest)
    start = offset - skipped * _PART
    return text[start : start + length], size


def _first(reference: str, context: ToolContext) -> tuple[str, Event] | None:
    """Return the event with which an artifact begins, and the session where it is."""
    place, _, digest = reference.partition("-")
    if context.store is None or not (place.isascii() and place.isdigit()):
        return None
    for session in map(artifacts_of, (context.session, *context.origins)):
        event = _at(context.store, session, int(place))
        if event is not None and _data(event)["artifact"] == digest and _data(event)["part"] == 0:
            return session, event
    return None


def _at(store: Store, session: str, seq: int) -> Event | None:
    events = Log(store).read(session, after=seq - 1, limit=1) if seq > 0 else []
    return next((event for event in events if event.kind == "artifact.kept"), None)


def _data(event: Event) -> Any:
    return event.data
