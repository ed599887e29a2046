"""What a client is told: the situation, and what it can do about it where it is, which is no call of the library."""

from __future__ import annotations

import pytest

from duotone.errors import (
    ApprovalNeeded,
    DuotoneError,
    NeedsDecision,
    NoSuchApproval,
    NoSuchRun,
    NoSuchSession,
    StepFailed,
)
from duotone.server.problems import problem_of


@pytest.mark.parametrize(
    ("error", "detail", "remedy"),
    [
        (NoSuchRun("r"), "the log has no run 'r'", "GET /api/runs"),
        (NoSuchSession("s"), "the log has no session 's'", "GET /api/sessions"),
        (StepFailed("a", "failed", "E", "x; y"), "step 'a' ended failed: E: x; y", "GET /api/runs/{run}/events"),
        (NeedsDecision("r", ["a"]), "run 'r' waits: nobody knows whether a took", "POST /api/runs/{run}/decide"),
        (NoSuchApproval("s", "q"), "session 's' has no open request 'q': it was used", "GET /api/approvals"),
        (ApprovalNeeded("pay", "bot", "q"), "'pay' of 'bot' waits", "POST /api/approvals/{session}/q"),
    ],
)
def test_a_remedy_that_is_a_call_of_the_library_is_a_route_for_a_client(
    error: DuotoneError, detail: str, remedy: str
) -> None:
    body = problem_of(error).body
    assert body.detail.startswith(detail)
    assert remedy in body.remedy
    assert error.recipe not in body.model_dump_json()
    assert str(error) == f"{error.situation}; {error.recipe}"
