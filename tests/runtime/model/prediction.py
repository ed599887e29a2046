"""What must come of a random saga, said without events, drivers or drivers' words."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.runtime.model.scripts import Act, Fanned, SagaScript, Script

__all__ = ["Prediction", "predict"]

LASTING: frozenset[Act] = frozenset({"works", "hangs", "misfits", "cancels"})
"""After these something may be there that somebody has to clean up."""


@dataclass
class Prediction:
    """How a saga ends; for steps whose fate is a matter of luck there is a range."""

    status: str = "completed"
    calls: dict[str, range] = field(default_factory=dict[str, range])
    """How often each step is called."""
    undone: list[str] = field(default_factory=list[str])
    """The steps that are certainly undone, in this order."""
    maybe_undone: set[str] = field(default_factory=set[str])
    left_over: bool | None = False
    """Whether something is left for a person; None if that is a matter of luck."""


def predict(script: SagaScript) -> Prediction:
    """Walk through a saga as its author would."""
    seen = Prediction()
    touched: list[tuple[str, Script, bool]] = []
    cause = ""
    for part in script.parts:
        cause = _walk_step(part, seen, touched) if isinstance(part, Script) else _walk_group(part, seen, touched)
        if cause:
            break
    for name in script.steps:
        seen.calls.setdefault(name, range(1))
    if cause:
        _undo(seen, touched, cause)
    elif any(step.undo == "has" for _, step, is_certain in touched if not is_certain):
        seen.left_over = None  # whoever was stopped in the middle may have left something
    return seen


def _walk_step(step: Script, seen: Prediction, touched: list[tuple[str, Script, bool]]) -> str:
    """Take a step to its end; returns how the saga ends because of it, or nothing."""
    lasts, attempt, act = False, 0, step.act(1)
    for attempt in range(1, step.attempts + 1):
        act = step.act(attempt)
        lasts |= act in LASTING
        # A thread that hangs can't be stopped, and two of them at the same work could do harm.
        if not (act == "fails" or (act == "hangs" and step.is_async)):
            break
    # On a machine that is busy, the time of an attempt may have passed before it has begun.
    least, most = (0, step.attempts) if "hangs" in step.acts else (attempt, attempt)
    seen.calls[step.name] = range(least, most + 1)
    if lasts:
        touched.append((step.name, step, True))
    return {"works": "", "cancels": "cancelled"}.get(act, "failed")


def _walk_group(group: Fanned, seen: Prediction, touched: list[tuple[str, Script, bool]]) -> str:
    """Take a group to its end; whoever is not needed any more may have been stopped, or have got through before."""
    ends = [_ends_well(branch) for branch in group.branches]
    needed = {"all": len(ends), "any": 1, "majority": len(ends) // 2 + 1}[group.policy]
    is_certain = sum(ends) == len(ends) == needed
    for place, branch in enumerate(group.branches):
        name = f"{group.name}/{place}"
        seen.calls[name] = range(1 if is_certain else 0, branch.attempts + 1)
        touched.append((name, branch, is_certain))
    return "" if sum(ends) >= needed else "failed"


def _ends_well(step: Script) -> bool:
    return any(step.act(attempt) == "works" for attempt in range(1, step.attempts + 1))


def _undo(seen: Prediction, touched: list[tuple[str, Script, bool]], cause: str) -> None:
    """Undo what may be there, last first."""
    certain = [(name, step) for name, step, is_certain in reversed(touched) if is_certain and step.undo != "needs none"]
    lucky = [(name, step) for name, step, is_certain in touched if not is_certain and step.undo != "needs none"]
    seen.undone = [name for name, step in certain if step.undo == "has" and step.undo_failures < 2]
    seen.maybe_undone = {name for name, step in lucky if step.undo == "has"}
    seen.left_over = any(step.undo == "lacks" or step.undo_failures >= 2 for _, step in certain)
    if not seen.left_over and any(step.undo == "lacks" or step.undo_failures >= 2 for _, step in lucky):
        seen.left_over = None
    if seen.left_over:
        seen.status = "escalated"
    elif seen.undone and seen.left_over is not None:
        seen.status = "compensated"
    elif not lucky:
        seen.status = "compensated" if seen.undone else cause
    else:
        seen.status = ""  # what the branches have come to decides
