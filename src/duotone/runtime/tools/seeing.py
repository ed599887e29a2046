"""What an agent sees of a result: JSON or text, and not too much of it; other outcomes are in `conversation.words`."""

from __future__ import annotations

import json
from typing import Any

from duotone.contract.awaitables import discard
from duotone.contract.color import is_awaitable
from duotone.errors import Unkeepable
from duotone.runtime.events import Json
from duotone.runtime.results import is_plain, kept, shown

__all__ = ["as_seen", "shortened"]


def as_seen(value: Any, step: str) -> Json:
    """Return a result as JSON: what isn't plain is converted, and what can't be is described.

    Raises `Unkeepable` for a result that has an awaitable in it: that work has not been done.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()  # half a character is shown as what it is
    if isinstance(value, bytes | bytearray):
        return bytes(value).decode("utf-8", "backslashreplace")
    try:
        return kept(value if is_plain(value) else _plain(value, step), step)
    except Unkeepable:
        raise
    except Exception:  # noqa: BLE001  # a result that fails to say what it holds is still a result
        return shown(value)


def _plain(value: Any, step: str) -> Any:
    from pydantic_core import to_json  # noqa: PLC0415  # an extra, there wherever a tool was made

    unfinished: list[object] = []

    def described(part: Any) -> str:
        if is_awaitable(part):
            unfinished.append(part)
            discard(part)
        return shown(part)

    written = to_json(value, fallback=described, bytes_mode="base64", inf_nan_mode="strings")
    if unfinished:
        name = type(unfinished[0]).__name__
        raise Unkeepable(step, f"a {name} inside of its result", "await it before it is returned")
    return json.loads(written)


def shortened(text: str, longest: int, reference: str, reader: str = "") -> str:
    """Return head and tail of a text, and between them where the rest is; the text itself if it is short.

    `reader` is the tool that reads what is kept under the `reference`, empty if the agent has none.
    """
    if len(text) <= longest:
        return text
    head = _end_of_line(text, longest * 2 // 3)
    tail = len(text) - (longest - longest * 2 // 3)
    more = f"{reader}(result={reference!r}, offset={head}) shows more" if reader else "ask for less to see it"
    if not reference:
        more = "they were not kept"
    return f"{text[:head]}\n[… {tail - head:,} of {len(text):,} characters left out; {more} …]\n{text[tail:]}"


def _end_of_line(text: str, place: int) -> int:
    """Return the end of the last whole line before a place, unless that would leave out much."""
    end = text.rfind("\n", place - place // 10, place)
    return place if end < 0 else end + 1
