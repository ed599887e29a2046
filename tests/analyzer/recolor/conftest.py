"""Small projects on disk, and their recoloring."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from duotone.analyzer import engine
from duotone.analyzer.edits.change import change_of
from duotone.analyzer.files import discover
from duotone.analyzer.recolor import Direction, Linked, Plan, Verdict, functions_named, planned, worse
from duotone.analyzer.settings import Settings

Recolored = Callable[..., "Result"]


@dataclasses.dataclass(frozen=True)
class Result:
    """A plan and the texts that it would make."""

    plan: Plan
    texts: dict[str, str]

    def reasons(self, verdict: Verdict) -> list[str]:
        """The reasons of all sites with one verdict, in order."""
        return [site.reason for site in self.plan.of(verdict)]


@pytest.fixture
def recolored(tmp_path: Path) -> Recolored:
    """Write files, plan the recoloring of functions in them, and apply it in memory."""

    def make(
        files: dict[str, str], *names: str, to: str = "sync", cascade: bool = False, seams: tuple[str, ...] = ()
    ) -> Result:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text), encoding="utf-8")
        settings = Settings(root=tmp_path, jobs=1)
        found = [path for group in discover([tmp_path], lambda _: settings).groups for path in group.files]
        documents = [tmp_path / name for name in files if name.endswith((".md", ".rst"))]
        direction = Direction(to)
        with engine.linked(found, settings) as shared:
            linked = Linked(shared, found, documents, settings)
            functions = functions_named(linked, list(names), direction)
            ends = functions_named(linked, list(seams), direction)
            plan = planned(linked, functions, direction, cascade=cascade, seams=ends)
        if plan.of(Verdict.REFUSED):
            return Result(plan, {})
        change = change_of(tmp_path, "recolor", plan.edits)
        texts = {one.path.relative_to(tmp_path).as_posix(): (one.after or b"").decode() for one in change.files}
        after = {one.path: (one.after or b"").decode() for one in change.files if one.path in found}
        assert worse(plan, found, settings, after) == ()
        return Result(plan, texts)

    return make
