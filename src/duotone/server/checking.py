"""What `duotone check` finds in the folders that the operator has named: run in a process of its own, one at a time."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from duotone.contract.offloading import offload

__all__ = ["Check", "Checks"]

# Without -P, a module of the folder that is called like one of ours would be run.
_COMMAND: Final = (sys.executable, "-P", "-m", "duotone", "check", ".", "--output-format", "json", "--exit-zero")
_QUIET: Final = ("--quiet", "--no-progress", "--color", "never")
_SECONDS: Final = 900.0
_MOST: Final = 2000
"""So many findings are kept; the command line shows all."""
_AROUND: Final = 2
_LONGEST: Final = 400
"""Characters of a line of source that are shown."""


@dataclass(slots=True)
class Check:
    """A folder, and what the last check of it has found."""

    id: str
    root: Path
    folder: str
    """Its own name, which callers are told; not where it is."""
    state: str = "never"
    at: float | None = None
    seconds: float | None = None
    error: str = ""
    count: int = 0
    files: int = 0
    findings: Sequence[Mapping[str, Any]] = ()
    sources: Mapping[str, Mapping[int, str]] = field(default_factory=dict[str, Mapping[int, str]])


class Checks:
    """The folders by their ids; no path of a caller is ever one of them."""

    def __init__(self, roots: Iterable[Path]) -> None:
        """Know the folders of the operator; nothing is read yet."""
        named = {str(place): Path(root).absolute() for place, root in enumerate(roots, 1)}
        self._checks = {key: Check(key, root, root.name or str(root)) for key, root in named.items()}
        self._turn = asyncio.Lock()
        self._going: set[asyncio.Task[Any]] = set()

    def __iter__(self) -> Iterator[Check]:
        """Iterate over all folders in the operator's order."""
        return iter(self._checks.values())

    def get(self, id: str) -> Check | None:  # noqa: A002  # what it is everywhere
        """Return a folder by its id."""
        return self._checks.get(id)

    def stop(self) -> None:
        """Check nothing to its end, since nobody would hear of it: the next server checks anew."""
        for task in self._going:
            task.cancel()

    async def run(self, check: Check) -> None:
        """Check a folder, and keep what is found; what goes wrong is kept as well."""
        task = asyncio.current_task()
        assert task is not None
        self._going.add(task)
        task.add_done_callback(self._going.discard)
        async with self._turn:
            began = time.monotonic()
            try:
                found = await _found(check.root)
                check.findings = found["findings"][:_MOST]
                check.count, check.files = len(found["findings"]), found["summary"]["files"]
                check.sources = await offload(_sources, check.root, check.findings)
                check.state, check.error = "done", ""
            except (OSError, ValueError, KeyError) as error:
                check.state, check.error = "failed", str(error)
            except asyncio.CancelledError:
                check.state, check.error = "failed", "the server ends"
                raise
            finally:
                check.at, check.seconds = time.time(), time.monotonic() - began


async def _found(root: Path) -> dict[str, Any]:
    """Return the report of the command; raises `ValueError` with its last words if it has none."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *_COMMAND, *_QUIET, cwd=root, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
    )
    try:
        async with asyncio.timeout(_SECONDS):
            output, complaint = await process.communicate()
    except TimeoutError as error:
        message = f"it took longer than {_SECONDS:.0f} s"
        raise ValueError(message) from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        last = complaint.decode(errors="replace").strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
        raise ValueError(last[0])
    report: dict[str, Any] = await offload(json.loads, output)
    return report


def _sources(root: Path, findings: Sequence[Mapping[str, Any]]) -> dict[str, dict[int, str]]:
    """Return the lines around each place of findings and their proofs, of files in the folder alone."""
    wanted: dict[str, set[int]] = {}
    for finding in findings:
        for part in (finding, *finding["proof"]):
            place = part["place"]
            if place is not None and place["cell"] is None:
                lines = range(max(1, place["line"] - _AROUND), place["end_line"] + _AROUND + 1)
                wanted.setdefault(place["path"], set()).update(lines[:20])
    return {path: _lines(root, path, numbers) for path, numbers in wanted.items()}


def _lines(root: Path, path: str, numbers: set[int]) -> dict[int, str]:
    file = (root / path).resolve()
    if not file.is_relative_to(root.resolve()):
        return {}
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    return {number: lines[number - 1][:_LONGEST] for number in sorted(numbers) if number <= len(lines)}
