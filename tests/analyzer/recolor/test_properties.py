"""Programs that are made by chance: there and back is the same text, and no color changes what they do."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from duotone.analyzer import engine
from duotone.analyzer.edits.change import change_of
from duotone.analyzer.recolor import Direction, Linked, Plan, Verdict, functions_named, planned
from duotone.analyzer.settings import Settings

# Each uses `{call}`, a call of another function; what stands around it must not matter.
FORMS = (
    "x += {call}",
    "x += -{call} + 1",
    "x += ({call}) * 2",
    "x += {call}.real",
    "x += [{call}, 2][0]",
    "x += sum([{call} for _ in range(2)])",
    'x += len(f"{{x}}{{{call}}}")',
    "x += {call} if x > 2 else 1",
    "if {call} > 1:\n        x += 1",
    "for y in range({call} % 3):\n        x += y",
    "x += max({call}, key)",
    "x += (lambda z: z)({call})",
    "y = {call}\n    x += y",
    "x += {{'a': {call}}}['a']",
    "assert {call} is not None",
    "with held(key) as y:\n        x += y",
    "with held(key) as y, held(x) as z:\n        x += y - {call} + z",
    "for y in items(key):\n        x += y * {call}",
    "x += sum([y for y in items(key)])",
)
HEAD = """\
from collections.abc import Iterator
from contextlib import contextmanager


class Box:
    def leaf(self, key):
        return key + 1


def leaf(key):
    return key * 3


@contextmanager
def held(key) -> Iterator[int]:
    yield leaf(key)


def items(key) -> Iterator[int]:
    yield Box().leaf(key)
    yield key
"""


NAMES = ("program:leaf", "program:Box.leaf", "program:held", "program:items")


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A module: leaves that call nothing, functions and methods of either color over them, and an async `main`."""
    chance = draw(st.randoms(use_true_random=False))
    parts = [HEAD]
    known = ["leaf(key)", "Box().leaf(key)"]
    for number in range(chance.randint(1, 5)):
        lines = ["x = key"] + [
            chance.choice(FORMS).format(call=chance.choice(known)) for _ in range(chance.randint(1, 4))
        ]
        body = "\n    ".join([*lines, "return x"])
        parts.append(f"def f{number}(key):\n    {body}\n")
        known.append(f"f{number}(key)")
    calls = "\n    ".join(f"out.append({call})" for call in known)
    parts.append(f"async def main(key):\n    out = []\n    {calls}\n    return out\n")
    return "\n\n".join(parts)


def _recolored(root: Path, names: list[str], direction: Direction) -> Plan:
    """Recolor functions of the one module in a directory, and write it."""
    chosen = Settings(root=root, jobs=1)
    files = [root / "program.py"]
    with engine.linked(files, chosen) as shared:
        linked = Linked(shared, files, [], chosen)
        plan = planned(linked, functions_named(linked, names, direction), direction)
    if not plan.of(Verdict.REFUSED):
        for one in change_of(root, "recolor", plan.edits).files:
            one.path.write_bytes(one.after or b"")
    return plan


def _results(root: Path) -> Any:
    scope: dict[str, Any] = {}
    exec(compile((root / "program.py").read_text(encoding="utf-8"), "program.py", "exec"), scope)  # noqa: S102
    return asyncio.run(scope["main"](2))


@pytest.mark.timeout(300)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(programs(), st.sampled_from(NAMES))
def test_to_async_and_back_is_the_identity_and_changes_no_result(text: str, name: str) -> None:
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        (root / "program.py").write_text(text, encoding="utf-8")
        expected = _results(root)
        plan = _recolored(root, [name], Direction.ASYNC)
        event("refused" if plan.of(Verdict.REFUSED) else "turned")
        if plan.of(Verdict.REFUSED):
            assert (root / "program.py").read_text(encoding="utf-8") == text
            return
        assert _results(root) == expected
        names = [name, *(f"program:{one.removeprefix('program.')}" for one, _ in plan.joined)]
        back = _recolored(root, names, Direction.SYNC)
        assert back.of(Verdict.REFUSED) == []
        assert (root / "program.py").read_text(encoding="utf-8") == text
        assert _results(root) == expected
