"""What a server says of itself when it begins: where it is, what is there to see, and what to try."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.cli.installed import version

if TYPE_CHECKING:
    from duotone.server.demo import Seeded

__all__ = ["welcome"]


def welcome(url: str, path: Path | None, seeded: Seeded | None) -> str:
    """Return the first words of a server; without an address, those of a log that was only seeded."""
    where = f"duotone {version()} serves {path or 'a log in memory'} on {url}" if url else f"{path} is seeded"
    end = ["", "Ctrl-C stops it"] if url else []
    if seeded is None:
        return "\n".join([where, *end, ""])
    there = _there(seeded)
    room = max(map(len, there))
    rows = [f"  {name:<{room}}  {text}" for name, text in there.items()]
    tries = [f"  {line}" for line in _tries(url, path, seeded)]
    return "\n".join([where, "", "what is there", *rows, "", "what to try", *tries, *end, ""])


def _there(seeded: Seeded) -> Mapping[str, str]:
    waits = "; a release waits for your approval" if seeded.request else ""
    return {
        f"session {seeded.session}": f"{seeded.participants}{waits}",
        f"workflow {seeded.workflow}": f"{seeded.workflow_status}: a plan, three searches side by side, a report",
        f"saga {seeded.saga}": f"{seeded.saga_status}: nobody ships a piano, so charge and reserve were undone",
        "agent demo": "a scripted model, or yours with OPENAI_BASE_URL and OPENAI_API_KEY",
    }


def _tries(url: str, path: Path | None, seeded: Seeded) -> Iterator[str]:
    option = f"--server {url}" if url else f"--log {path}"
    if url:
        yield f"open {url}/ in a browser"
        yield f"curl {url}/api/sessions/{seeded.session}"
    yield f"duotone chat {option}"
    if seeded.request:
        yield f"duotone session approve {seeded.session} {seeded.request} {option}"
    yield f"duotone saga show {seeded.saga} {option}"
