"""Asking for late delivery: the channel of the turn decides, and nobody else."""

from __future__ import annotations

import asyncio
import threading
from contextvars import copy_context

import pytest

from duotone import offload, run
from duotone.runtime import Abilities, Promise, Refusal, ask_delivery, current_channel, turn_channel
from duotone.runtime.delivery import NOTHING, Channel, abilities_of
from tests.runtime.delivery.ends import End

REPLY = Abilities(in_turn=True, streaming=True)


def asked(session: str = "s") -> Promise | Refusal:
    return ask_delivery("process.completed", "process-1", session=session)


def test_G2_without_a_channel_nothing_is_promised() -> None:
    answer = asked()
    assert isinstance(answer, Refusal)
    assert "no channel" in answer.reason
    assert "process(action='poll')" in answer.alternative


@pytest.mark.parametrize("abilities", [Abilities(after_turn=True), Abilities(durable=True)])
def test_a_channel_that_delivers_late_grants_a_promise_for_its_name(abilities: Abilities) -> None:
    with turn_channel(End("mail", abilities)):
        answer = asked()
    assert isinstance(answer, Promise)
    assert (answer.channel, answer.session, answer.kind, answer.about) == (
        "mail",
        "s",
        "process.completed",
        "process-1",
    )


@pytest.mark.parametrize("abilities", [NOTHING, REPLY])
def test_G1_a_channel_that_closes_with_the_turn_refuses_and_names_the_alternative(abilities: Abilities) -> None:
    with turn_channel(End("http", abilities)):
        answer = ask_delivery("task.completed", "child", session="s")
    assert isinstance(answer, Refusal)
    assert "'http' closes with the turn" in str(answer)
    assert "run it inline" in str(answer)


def test_who_asks_can_name_an_alternative_of_its_own() -> None:
    answer = ask_delivery("report.done", "r", session="s", alternative="look at the page")
    assert answer == Refusal(
        "this turn has no channel, so nothing can be delivered once it has ended", "look at the page"
    )


def test_leaving_a_turn_restores_exactly_what_was_bound_around_it() -> None:
    outer, inner = End("outer"), End("inner", REPLY)
    with turn_channel(outer):
        with turn_channel(inner):
            assert current_channel() is inner
            with turn_channel(None):
                assert current_channel() is None
                assert isinstance(asked(), Refusal)
            assert isinstance(asked(), Refusal)
        assert current_channel() is outer
        assert isinstance(asked(), Promise)
    assert current_channel() is None


def test_a_turn_that_raises_restores_as_well() -> None:
    with pytest.raises(ValueError, match="no"), turn_channel(End()):
        raise ValueError("no")
    assert current_channel() is None


def test_G10_the_same_session_is_served_again_on_a_channel_that_delivers() -> None:
    with turn_channel(End("http", REPLY)):
        assert isinstance(asked("s"), Refusal)
    with turn_channel(End("mail")):
        assert isinstance(asked("s"), Promise)


def test_the_channel_is_seen_on_the_other_side_of_every_crossing() -> None:
    end = End()

    async def on_the_bridge() -> Channel | None:
        return current_channel()

    async def turn() -> tuple[Channel | None, Channel | None]:
        async with turn_channel(end):
            return await offload(current_channel), await asyncio.create_task(on_the_bridge())

    assert asyncio.run(turn()) == (end, end)
    with turn_channel(end):
        assert run(on_the_bridge) is end


def test_a_thread_of_somebody_elses_has_no_channel() -> None:
    seen: list[object] = []
    with turn_channel(End()):
        thread = threading.Thread(target=lambda: seen.append(current_channel()))
        copied = copy_context()
        thread.start()
        thread.join()
    assert seen == [None]
    assert copied.run(current_channel) is not None


def test_what_a_channel_can_do_is_nothing_where_there_is_none() -> None:
    assert abilities_of(None) is NOTHING
    assert not NOTHING.can_deliver_late
    assert abilities_of(End("http", REPLY)) is REPLY


def test_a_promise_is_the_same_after_a_round_through_the_log() -> None:
    promise = Promise("p", "s", "mail", "task.completed", "child", 5.0, "turn-1")
    assert Promise.from_json(promise.to_json()) == promise
    assert promise.numbered(2).id == promise.numbered(2).notice({"n": 2}).key == "p.2"
