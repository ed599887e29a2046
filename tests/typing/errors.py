"""Errors are caught by what they are, and by what they are in the standard library."""

from __future__ import annotations

from typing import assert_type

from duotone.errors import DuotoneError, NotCallable, TimedOut


def an_error_of_ours_is_also_one_of_the_standard_library(late: TimedOut, wrong: NotCallable) -> None:
    timeout: TimeoutError = late
    refusal: TypeError = wrong
    ours: list[DuotoneError] = [late, wrong]
    assert_type(wrong.given, object)
    del timeout, refusal, ours


def an_error_says_what_it_needs() -> None:
    NotCallable(3, "run")
    NotCallable(3)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
