# Made by `duotone mirror` from ../_async/fenced.py: edit that file, and run it again.
"""Calls that an agent makes inside of a step which a worker of an engine takes: written straight to the log.

Who settles the step of a worker that was not heard of writes its end first, and then the ends of the calls inside of it
that have none. So a call that begins after that is noticed before it is made, and one that ends after that is late.
"""

from __future__ import annotations

from duotone.errors import RunTaken
from duotone.runtime._sync.within import prefix_of
from duotone.runtime.crew.endings import fault_of
from duotone.runtime.drafts import refused
from duotone.runtime.engines.claims import Claim, has_ended
from duotone.runtime.events import Append, Draft, Event, Expected, Repeated
from duotone.runtime.log import Log

__all__ = ["FencedBook"]


class FencedBook:
    """The calls of one attempt of an agent's step, each under a key of its own."""

    def __init__(self, log: Log, claim: Claim) -> None:
        """Write for the attempt that this claim stands for."""
        self.run = claim.run
        number = claim.call.number
        # Another attempt makes other calls, which a worker that comes back late must not be mistaken for.
        self.prefix = prefix_of(claim.run, claim.call.step) + (f"-{number}" if number > 1 else "")
        self.written: list[Draft] = []
        """What was written, for whoever decides on the turn."""
        self.after = 0
        """The event with which the attempt has begun."""
        self._log = log
        self._claim = claim
        self._is_over = False

    def close(self) -> list[Draft]:
        """Let what still goes on be late, and return what was written."""
        self._is_over = True
        return self.written

    def begin(self, started: Draft, *more: Draft) -> None:
        """Write that a call begins; raises `RunTaken` if its step has ended, or was given up."""
        if self._is_over:
            raise RunTaken(self.run, "nobody, since the step that calls has ended")
        self._append(started, *more, key=self._claim.key_within(started.data))
        if not more and has_ended(self._log.read_run(self.run, after=self.after), self._claim):
            error = RunTaken(self.run, "another worker")
            self.end(refused(self.run, self._claim.call_within(started.data), fault_of(error)))
            raise error

    def end(self, ended: Draft) -> bool:
        """Write how a call has ended; False if its step has ended before, or was given up."""
        if self._is_over:
            return False
        events = self._append(ended, key=f"{self._claim.key_within(ended.data)}/end")
        return not isinstance(events, Repeated)

    def _append(self, *drafts: Draft, key: str) -> list[Event]:
        self.written += drafts
        expected = Expected(self.run, self._claim.fence)
        return self._log.append(Append(self._claim.session, drafts, None, expected, key))
