"""What a server says of itself when it begins: where it is, what is there to see, and what to try."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from duotone.cli.installed import version

if TYPE_CHECKING:
    from duotone.runtime.log.addresses import Address
    from duotone.server.demo import Seeded

__all__ = ["address", "what_is_there", "what_to_try"]


def what_is_there(seeded: Seeded, path: Path | Address) -> str:
    """Return what a log was seeded with."""
    there = _there(seeded)
    room = max(map(len, there))
    return "\n".join(
        [f"what is there, in {path}", *(f"  {name:<{room}}  {text}" for name, text in there.items()), "", ""]
    )


def what_to_try(seeded: Seeded, option: str, url: str = "") -> str:
    """Return commands for a look around, on a server or on a log."""
    return "\n".join(["what to try", *(f"  {line}" for line in _tries(seeded, option, url)), ""])


def address(url: str, path: Path | Address | None, seeded: Seeded | None, idle: float | None = None) -> str:
    """Return what a server says once it answers: where it is, what there is to see, and how it ends."""
    where = f"duotone {version()} serves {path or 'a log in memory'} on {url}\n\n"
    tour = ""
    if seeded is not None and path is not None:
        tour = f"{what_is_there(seeded, path)}{what_to_try(seeded, f'--server {url}', url)}\n"
    alone = "" if idle is None else f"it ends once nobody has asked for {idle:g} s\n"
    return f"{where}{tour}{alone}Ctrl-C stops it\n"


def _there(seeded: Seeded) -> Mapping[str, str]:
    waits = "; a release waits for your approval" if seeded.request else ""
    return {
        f"session {seeded.session}": f"{seeded.participants}{waits}",
        f"workflow {seeded.workflow}": f"{seeded.workflow_status}: a plan, three searches side by side, a report",
        f"saga {seeded.saga}": f"{seeded.saga_status}: nobody ships a piano, so charge and reserve were undone",
        "agent demo": "a scripted model, or yours with OPENAI_BASE_URL and OPENAI_API_KEY",
    }


def _tries(seeded: Seeded, option: str, url: str) -> Iterator[str]:
    if url:
        yield f"open {url}/ in a browser"
        yield f"curl {url}/api/sessions/{seeded.session}"
    duotone = _command()
    yield f"{duotone} chat {option}"
    if seeded.request:
        yield f"{duotone} session approve {seeded.session} {seeded.request} {option}"
    yield f"{duotone} saga show {seeded.saga} {option}"


def _command() -> str:
    """Return what calls this duotone from here: its name, or its path where the name finds nothing."""
    script = Path(sys.executable).with_name("duotone")
    return "duotone" if shutil.which("duotone") or not script.exists() else os.path.relpath(script)
