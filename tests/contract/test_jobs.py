"""Jobs: how a call on a worker ends what it waits for, and what becomes of what comes late."""

from __future__ import annotations

import asyncio
from contextvars import copy_context

from duotone import figures
from duotone.contract.jobs import Job, State, current_job, let_cancel
from duotone.contract.waits import Frame


def make_job() -> Job:
    return Job(int, copy_context(), Frame(1, "work"), bool)


def test_there_is_no_job_outside_of_workers() -> None:
    assert current_job() is None


def test_what_a_job_starts_to_wait_for_after_it_was_given_up_is_ended_at_once() -> None:
    job, ended = make_job(), []
    job.state = State.ABANDONED
    let_cancel(job, lambda: ended.append(True))
    assert ended == [True]
    assert job.cancel_inner is None


def test_ending_what_waits_on_a_closed_loop_does_nothing() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    job = make_job()
    let_cancel(job, lambda: loop.call_soon_threadsafe(bool))
    job.stop_inner()


def test_a_cancelled_job_is_not_late() -> None:
    job, before = make_job(), figures().late
    job.error = asyncio.CancelledError()
    job.report_late()
    assert figures().late == before


def test_an_awaitable_that_comes_late_is_closed() -> None:
    job = make_job()
    job.value = asyncio.sleep(0)
    job.report_late()
    assert job.value.cr_frame is None


def test_a_job_is_named_after_what_it_runs() -> None:
    assert str(make_job()) == "the worker that runs 'work'"
