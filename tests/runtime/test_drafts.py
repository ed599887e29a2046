"""What became of drafts whose commit was interrupted is told from the log alone."""

from __future__ import annotations

from duotone.runtime.drafts import written
from duotone.runtime.events import Append, Draft
from duotone.runtime.log import Log

STARTED = Draft("step.started", {"step": "b", "attempt": 1, "tags": ("x",)}, "r")
ENDED = Draft("step.ended", {"step": "a", "attempt": 1, "outcome": "ok"}, "r")
CANCEL = Draft("signal.cancel", {"by": "me", "reason": "no"}, "r")


def test_drafts_that_were_written_are_found_between_those_of_others() -> None:
    with Log() as log:
        for drafts in ([CANCEL], [ENDED, STARTED], [Draft("step.late", {"step": "z", "attempt": 1}, "r")]):
            log.append(Append("r", drafts))
        found = written([ENDED, STARTED], log.read_run("r"))
    assert [event.id for event in found] == [2, 3]


def test_drafts_that_were_not_written_are_not_mistaken_for_older_events_of_the_same_writer() -> None:
    with Log() as log:
        log.append(Append("r", [ENDED]))
        log.append(Append("r", [CANCEL]))
        assert written([STARTED], log.read_run("r")) == ()
        assert written([ENDED, STARTED], log.read_run("r")) == ()


def test_a_signal_that_the_driver_of_a_run_has_written_itself_is_found_too() -> None:
    with Log() as log:
        log.append(Append("r", [ENDED, CANCEL]))
        assert len(written([ENDED, CANCEL], log.read_run("r"))) == 2
