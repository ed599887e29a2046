"""What a random saga does: steps whose attempts and undos go well or not, as it is written for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hypothesis import strategies as st

__all__ = ["Act", "Fanned", "SagaScript", "Script", "scripts"]

Act: TypeAlias = Literal["works", "fails", "hangs", "misfits", "cancels"]
"""What an attempt does: it works, raises, outlives its time, returns what no log can keep, or cancels its own run."""

Undo: TypeAlias = Literal["has", "lacks", "needs none"]


@dataclass(frozen=True)
class Script:
    """One step."""

    name: str
    acts: tuple[Act, ...]
    """What its attempts do, one after the other; the last one is repeated."""
    attempts: int
    is_async: bool
    undo: Undo
    undo_failures: int
    """How often its undo raises before it works; there are two attempts."""
    is_undo_async: bool

    def act(self, attempt: int) -> Act:
        """Return what an attempt does, counted from 1."""
        return self.acts[min(attempt, len(self.acts)) - 1]


@dataclass(frozen=True)
class Fanned:
    """Steps that go on together."""

    name: str
    policy: Literal["all", "majority", "any"]
    branches: tuple[Script, ...]


@dataclass(frozen=True)
class SagaScript:
    """A saga: its parts one after the other."""

    parts: tuple[Script | Fanned, ...] = field(default_factory=tuple)

    @property
    def steps(self) -> dict[str, Script]:
        """All steps by the names that the runtime gives them."""
        found: dict[str, Script] = {}
        for part in self.parts:
            if isinstance(part, Script):
                found[part.name] = part
            else:
                found |= {f"{part.name}/{place}": branch for place, branch in enumerate(part.branches)}
        return found


def _script(draw: st.DrawFn, name: str, acts: list[Act]) -> Script:
    attempts = draw(st.integers(1, 3))
    chosen = tuple(draw(st.lists(st.sampled_from(acts), min_size=1, max_size=attempts)))
    # On a machine that is busy, an attempt that works may outlive its time as well, so none has both.
    chosen = ("hangs",) if "hangs" in chosen else chosen
    return Script(
        name,
        chosen,
        attempts,
        # Only a task can be stopped at once; whether a thread is quicker than its cancellation is a matter of luck.
        draw(st.booleans()) or "cancels" in chosen,
        draw(st.sampled_from(["has", "has", "has", "needs none", "lacks"])),
        draw(st.sampled_from([0, 0, 0, 1, 2])),
        draw(st.booleans()),
    )


@st.composite
def scripts(draw: st.DrawFn) -> SagaScript:
    """Draw a saga of up to five parts; most attempts work, since a run that fails at once shows little."""
    acts: list[Act] = ["works", "works", "works", "works", "works", "fails", "fails", "hangs", "misfits", "cancels"]
    in_groups: list[Act] = ["works", "works", "works", "fails"]
    parts: list[Script | Fanned] = []
    for place in range(draw(st.integers(1, 5))):
        if draw(st.integers(0, 4)):
            parts.append(_script(draw, f"step{place}", acts))
            continue
        size = draw(st.integers(1, 4))
        branches = tuple(_script(draw, f"branch{place}.{number}", in_groups) for number in range(size))
        parts.append(Fanned(f"group{place}", draw(st.sampled_from(["all", "majority", "any"])), branches))
    # Whether a cancellation during the last step comes in time is a matter of luck.
    last = Script("last", ("works",), attempts=1, is_async=False, undo="has", undo_failures=0, is_undo_async=False)
    return SagaScript((*parts, last))
