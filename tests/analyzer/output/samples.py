"""Findings made by hand, and the files that they point to."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from duotone.analyzer.findings import Confidence, Edit, Finding, Fix, Place, Severity, Step
from duotone.analyzer.output import Context

STORE = """\
class Store:
    def __init__(self, path: str) -> None:
        self.path = path

    async def save(self, key: str, value: bytes) -> None:
        await write(self.path, key, value)
"""

SERVICE = """\
from app.store import Store


class Service:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def put(self, key: str, value: bytes) -> None:
        try:
            self.store.save(key, value)
        except Exception:
            log.debug("not saved")
"""

CELLS = (("markdown", "# Title"), ("code", "import app\n"), ("code", "store = app.Store()\nstore.save('k', b'v')"))


def notebook(cells: Sequence[tuple[str, str]] = CELLS) -> str:
    """A notebook as Jupyter writes it: one line of source on one line of the file."""
    found: list[dict[str, object]] = [
        {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)} for kind, text in cells
    ]
    return json.dumps({"cells": found, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


FILES = {"app/store.py": STORE, "app/service.py": SERVICE, "demo.ipynb": notebook()}


@dataclasses.dataclass(frozen=True)
class Rule:
    code: str
    name: str
    severity: Severity
    summary: str
    doc: str


LOST_RULE = Rule(
    "DUO101",
    "lost-coroutine",
    Severity.WARNING,
    "A coroutine is made and dropped.",
    "A coroutine is made and dropped.\n\n## What it does\nFinds calls\nthat nobody awaits.\n\n## Why is this bad?\n"
    "The body never runs.\n\n## Example\n    save()\n",
)
BLOCKING_RULE = Rule("DUO301", "blocking-call", Severity.WARNING, "A call blocks the loop.", "")


def place(  # noqa: PLR0913  # a place has six numbers and names
    path: str, line: int, column: int, end_column: int, *, end_line: int = 0, cell: int | None = None
) -> Place:
    return Place(path, line, column, end_line or line, end_column, cell)


CALL = place("app/service.py", 10, 13, 40)
LOST = Finding(
    code="DUO101",
    name="lost-coroutine",
    message="`self.store.save(key, value)` makes a coroutine that nobody awaits, so it never runs",
    severity=Severity.ERROR,
    confidence=Confidence.CERTAIN,
    place=CALL,
    symbol="app.service.Service.put",
    proof=(
        Step("definition", "`Store.save` is defined with `async def`", place("app/store.py", 5, 5, 57)),
        Step("reached", "`self.store` is a `Store`", place("app/service.py", 6, 9, 27)),
        Step("lost", "the statement ends here, and the coroutine with it", CALL),
        Step("hidden", "`except Exception` hides the failure", place("app/service.py", 11, 9, 26)),
        Step("next", "`write` is async too"),
    ),
    fix=Fix("await the call", (Edit(place("app/service.py", 10, 13, 13), "await "),), is_safe=True),
    fingerprint="5f0c7d1ab3e94c22",
)
IN_LIBRARIES = dataclasses.replace(
    LOST,
    proof=(
        Step(
            "definition",
            "`sleep` is `async def`",
            place("/opt/py/typeshed_client/typeshed/asyncio/tasks.pyi", 12, 1, 1),
        ),
        Step("path", "`Mailer.send` is `def`", place(".venv/lib/python3.12/site-packages/mailer/client.py", 7, 9, 9)),
        Step("path", "`Mailer.send` waits", CALL),
        Step("lost", "nobody waits for it", CALL),
    ),
    fix=None,
)
IN_NOTEBOOK = Finding(
    code="DUO102",
    name="unused-coroutine",
    message="`store.save('k', b'v')` is never used",
    severity=Severity.WARNING,
    confidence=Confidence.LIKELY,
    place=place("demo.ipynb", 2, 1, 22, cell=2),
    proof=(Step("definition", "`Store.save` is defined with `async def`", place("app/store.py", 5, 5, 57)),),
    fix=Fix("await it", (Edit(place("demo.ipynb", 2, 1, 1, cell=2), "await "),), is_safe=False),
    fingerprint="99aa",
)
GONE = Finding(
    code="DUO999",
    name="",
    message="",
    severity=Severity.NOTE,
    confidence=Confidence.POSSIBLE,
    place=place("gone/with space, and: more.py", 7, 10**12, 10**12),
    proof=(Step("because", "", place("gone/too.py", 10**9, 1, 2)),),
    fix=Fix("", (Edit(place("gone/too.py", 3, 1, 2), "x"),), is_safe=False),
)
SAMPLES = (LOST, IN_NOTEBOOK, GONE)


def context(sources: Mapping[str, str] | None = None, /, **changes: object) -> Context:
    """The surroundings of the samples, or of other files."""
    texts = FILES if sources is None else sources

    def read(path: str) -> list[str] | None:
        return texts[path].split("\n") if path in texts else None

    made = Context(root=Path("/proj"), read=read, files=41, seconds=0.8249, version="1.2.3", rules=(LOST_RULE,))
    return dataclasses.replace(made, **changes)  # type: ignore[arg-type]
