"""The groups of a run: steps that go on together, kept up with how each of them ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duotone.runtime.commands import Command, Record, Stop
from duotone.runtime.drivers.fanout import Fanout, Policy
from duotone.runtime.drivers.records import Plan, Step
from duotone.runtime.drivers.steps import Steps
from duotone.runtime.drivers.transitions import Phase
from duotone.runtime.events import Draft, Json

__all__ = ["NOT_NEEDED", "Group", "Groups"]

NOT_NEEDED = "fan-out"
"""Why a branch is skipped whose group is decided without it, as its event says."""


@dataclass(frozen=True, slots=True)
class Group:
    """Steps that go on together under a policy; raises `ValueError` if none of them could fulfill it."""

    name: str
    plans: Sequence[Plan]
    policy: Policy = Policy.ALL

    def __post_init__(self) -> None:
        if self.policy.needed(len(self.plans)) > len(self.plans):
            message = f"{self.name!r} has no branches, so not {self.policy} of them can end well; give it one"
            raise ValueError(message)


class Groups:
    """The groups of a run by name."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._groups: dict[str, Group] = {}
        self._known: dict[str, Fanout] = {}
        self._of: dict[str, str] = {}
        self._open: dict[str, Fanout] = {}

    def __getitem__(self, name: str) -> Fanout:
        return self._known[name]

    def get(self, name: str) -> Fanout | None:
        """Return the group of this name, if there is one."""
        return self._known.get(name)

    def fanout_of(self, step: str) -> Fanout | None:
        """Return the group that a step is a branch of, if it is one of any."""
        name = self._of.get(step)
        return None if name is None else self._known[name]

    def add(self, group: Group) -> Fanout:
        """Take up a group whose steps are known; what has ended of it counts."""
        fanout = Fanout(group.policy, [plan.step for plan in group.plans])
        self._groups[group.name] = group
        self._known[group.name] = self._open[group.name] = fanout
        for branch in fanout.branches:
            self._of[branch] = group.name
        steps = (self._steps[branch] for branch in fanout.branches)
        for step in sorted((step for step in steps if step.is_settled), key=lambda step: step.ended):
            self.settle(step)
        if fanout.is_over:
            self._open.pop(group.name, None)
        return fanout

    def settle(self, step: Step) -> str | None:
        """Note that a step has ended; returns the name of its group if that is over."""
        name = self._of.get(step.name)
        if name is None:
            return None
        fanout = self._known[name]
        fanout.settle(step.name, is_ok=step.phase is Phase.COMMITTED)
        if fanout.is_over:
            self._open.pop(name, None)
            return name
        return None

    def recount(self) -> None:
        """Look at the branches anew in every group that was lost."""
        for name, fanout in list(self._known.items()):
            if not fanout.is_ok:
                self.add(self._groups[name])

    def prunings(self, run: str) -> list[Command]:
        """Return what ends branches that are not needed: a stop for those in flight, a note for the others."""
        if not self._open:
            return []
        commands: list[Command] = []
        skipped: list[Draft] = []
        for name, fanout in self._open.items():
            if not fanout.is_decided:
                continue
            reason = f"{name} is decided without it"
            for branch in fanout.left:
                if self._steps[branch].phase is Phase.IN_FLIGHT:
                    commands.append(Stop(branch, reason))
                else:
                    data: dict[str, Json] = {"step": branch, "reason": reason, "output": None, "cause": NOT_NEEDED}
                    skipped.append(Draft("step.skipped", data, run))
        return [Record(skipped), *commands] if skipped else commands
