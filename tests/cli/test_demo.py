"""What the demo is seeded with, and that seeding it again changes nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from duotone.runtime import Hypervisor, Log, Runtime
from duotone.runtime.log.verify import verify
from duotone.server.demo import POLICY, demo_agent, seed


def last_event(path: Path) -> int:
    with Log(path) as log:
        return log.wait(0, 0)


def test_a_session_a_workflow_and_a_saga_that_was_undone_are_there(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    seeded = seed(path)
    assert (seeded.workflow_status, seeded.saga_status) == ("completed", "compensated")
    with Hypervisor(path, policy=POLICY) as hypervisor:
        session = hypervisor.get_session(seeded.session)
        assert session is not None
        assert {int(one.own_ring) for one in session.participants.values()} == {1, 2, 3}
        assert list(session.approvals) == [seeded.request]
    assert verify(path) == []


def test_seeding_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    first = seed(path)
    before = last_event(path)
    assert seed(path) == first
    assert last_event(path) == before


def test_once_the_approval_is_decided_there_is_another_one(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    first = seed(path)
    assert first.request is not None
    with Hypervisor(path, policy=POLICY) as hypervisor:
        hypervisor.reject(first.session, first.request, by="ann")
    second = seed(path)
    assert second.request not in {None, first.request}


def test_a_session_that_has_ended_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with Hypervisor(path, policy=POLICY) as hypervisor:
        hypervisor.terminate_session(seed(path).session, by="ann")
    assert seed(path).request is None


def test_the_workflow_of_the_demo_can_be_branched_by_another_process(tmp_path: Path) -> None:
    path = tmp_path / "demo.db"
    with Runtime(path) as runtime:
        result = runtime.branch(seed(path).workflow, "search", {"topic": "coffee"})
    assert str(result.status) == "completed"


@pytest.mark.parametrize(("name", "words"), [("OPENAI_BASE_URL", "compatible"), ("", "scripted")])
def test_the_environment_chooses_the_model(name: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for known in [known for known in os.environ if known.startswith("OPENAI")]:
        monkeypatch.delenv(known)
    if name:
        monkeypatch.setenv(name, "http://127.0.0.1:9/v1")
    assert words in demo_agent().description
