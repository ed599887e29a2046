"""Who may do what: rulings, rules in lists, and what holds where nobody has ruled."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import TypeAlias

from duotone.errors import BadInput, BadUnit
from duotone.runtime.sessions.actions import Ask, Risk
from duotone.runtime.sessions.rings import Ring

__all__ = ["Answer", "Policy", "Rule", "Ruling", "Verdict", "default_ruling", "policies_of", "ruling_of"]


class Verdict(StrEnum):
    """What becomes of an action before it begins."""

    ALLOW = "allow"
    DENY = "deny"
    ASK = "ask"
    """A person decides, with `approve` or `reject`."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict with its reason."""

    verdict: Verdict
    reason: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", _verdict_of(self.verdict))


Answer: TypeAlias = Ruling | Verdict | bool | None
"""What a policy may answer: True allows, False denies, None leaves it to the next one."""

Policy: TypeAlias = "Callable[[Ask], Answer | Awaitable[Answer]] | Rule"
"""A rule, or a callable of either color."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of a policy: the verdict for what it matches. Names may have `*` and `?`; what is left out matches all."""

    verdict: Verdict
    action: str = "*"
    participant: str = "*"
    risk: Risk | None = None
    ring: Ring | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "verdict", _verdict_of(self.verdict))

    def __call__(self, ask: Ask) -> Ruling | None:
        """Return the ruling on what this rule matches, None on everything else."""
        fits = (
            fnmatchcase(ask.action.name, self.action)
            and fnmatchcase(ask.participant, self.participant)
            and self.risk in {None, ask.action.risk}
            and self.ring in {None, ask.ring}
        )
        return Ruling(self.verdict, self.reason or f"a rule says {self.verdict} for {self.action!r}") if fits else None


def _verdict_of(verdict: str) -> Verdict:
    """Return a verdict that was given by itself or by its name: one that nobody knows must not pass for another."""
    if verdict not in set(Verdict):
        raise BadInput("verdict", f"is {verdict!r}; it must be one of {', '.join(Verdict)}")
    return Verdict(verdict)


def policies_of(policy: Policy | Sequence[Policy] | None) -> Sequence[Policy]:
    """Return the policies in the order in which they are asked."""
    if policy is None:
        return ()
    return (policy,) if callable(policy) else tuple(policy)


def ruling_of(answer: object, policy: str) -> Ruling | None:
    """Return what a policy has ruled, None if it has no opinion; raises `BadUnit` for what is no answer."""
    match answer:
        case None | Ruling():
            return answer
        case Verdict():
            return Ruling(answer, f"{policy} says {answer}")
        case bool():
            verdict = Verdict.ALLOW if answer else Verdict.DENY
            return Ruling(verdict, f"{policy} says {verdict}")
        case _:
            kind = type(answer).__name__
            raise BadUnit(policy, f"gave {kind} as a ruling; return a Ruling, a Verdict, True, False or None")


def default_ruling(ask: Ask) -> Ruling:
    """Return what holds where no policy has an opinion: risky classes are denied."""
    risk, name = ask.action.risk, ask.action.name
    if risk is Risk.UNKNOWN:
        return Ruling(Verdict.DENY, f"nobody has said what {name!r} can do; pass actions=[Action({name!r}, Risk.…)]")
    if risk.is_risky:
        return Ruling(Verdict.DENY, f"{risk} actions are denied unless a policy allows them")
    return Ruling(Verdict.ALLOW, f"{risk} actions are allowed")
