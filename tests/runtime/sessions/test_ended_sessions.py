"""Nothing begins in a session that has begun to end: no saga, no resumed one, no turn, whoever was quicker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from duotone.errors import NotActive, OverLimit
from duotone.runtime import AsyncRuntime, Hypervisor, Runtime, SessionConfig, unit
from duotone.runtime.events import Append
from duotone.runtime.log import Log, MemoryStore
from duotone.runtime.log.store import Settled
from tests.runtime.sessions.faces import FACES
from tests.runtime.trade import Shop


def trade(face: str, store: MemoryStore, shop: Shop, *, run: str = "t1", fails: bool = False) -> None:
    """Sell something in session `s`, with a saga of this face."""
    look = unit(shop.sell, effect=False)

    def stumble() -> None:
        if fails:
            message = "no change"
            raise ValueError(message)

    async def main() -> None:
        async with AsyncRuntime(store) as runtime, runtime.saga("trade", id=run, session="s") as saga:
            await saga.step(look, "tea")
            stumble()

    if face == "async":
        asyncio.run(main())
        return
    with Runtime(store) as runtime, runtime.saga("trade", id=run, session="s") as saga:
        saga.step(look, "tea")
        stumble()


class Ambush(MemoryStore):
    """A log in which somebody is quicker than the first run that is about to begin."""

    def __init__(self) -> None:
        super().__init__()
        self.deed: Callable[[], object] | None = None

    def commit(self, appends: Sequence[Append], settled: list[Settled]) -> None:
        if self.deed is not None and any(draft.kind == "run.started" for one in appends for draft in one.drafts):
            deed, self.deed = self.deed, None
            deed()
        super().commit(appends, settled)


def governed(store: MemoryStore, config: SessionConfig | None = None) -> Hypervisor:
    hypervisor = Hypervisor(Log(store))
    hypervisor.create_session(config, creator="owner", id="s")
    return hypervisor


@pytest.mark.parametrize("face", FACES)
def test_a_saga_is_refused_in_a_session_that_was_killed(face: str, shop: Shop) -> None:
    store = MemoryStore()
    hypervisor = governed(store)
    hypervisor.kill("s", by="chief", reason="enough")
    before = store.read("s")
    with pytest.raises(NotActive, match="is archived and can't have another run; make another one"):
        trade(face, store, shop)
    assert (shop.done, store.read("s")) == ([], before)


@pytest.mark.parametrize("face", FACES)
def test_a_saga_is_refused_if_its_session_is_killed_in_the_moment_that_it_begins(face: str, shop: Shop) -> None:
    store = Ambush()
    hypervisor = governed(store)
    store.deed = lambda: hypervisor.kill("s", by="chief", reason="enough")
    with pytest.raises(NotActive):
        trade(face, store, shop)
    assert (shop.done, store.runs()) == ([], [])


@pytest.mark.parametrize("face", FACES)
def test_a_saga_begins_although_others_write_to_its_session_meanwhile(face: str, shop: Shop) -> None:
    store = Ambush()
    hypervisor = governed(store)
    store.deed = lambda: hypervisor.join_session("s", "bot", trust=0.5)
    trade(face, store, shop)
    trade(face, store, shop, run="t2")
    assert shop.done == ["tea", "tea"]


@pytest.mark.parametrize("face", FACES)
def test_a_saga_is_refused_in_a_session_whose_time_is_over_although_nobody_has_noticed(face: str, shop: Shop) -> None:
    now = [1000.0]
    store = MemoryStore(clock=lambda: now[0])  # long before our own clock
    governed(store, SessionConfig(max_duration=600))
    with pytest.raises(OverLimit, match="max_duration"):
        trade(face, store, shop)
    assert shop.done == []


@pytest.mark.parametrize("face", FACES)
def test_a_saga_that_failed_is_not_resumed_in_a_session_that_was_ended(face: str, shop: Shop) -> None:
    store = MemoryStore()
    hypervisor = governed(store)
    with pytest.raises(ValueError, match="no change"):
        trade(face, store, shop, fails=True)
    hypervisor.terminate_session("s")
    with pytest.raises(NotActive):
        trade(face, store, shop)
    assert shop.done == ["tea"]


@pytest.mark.parametrize("face", FACES)
def test_nothing_is_said_or_answered_in_a_session_that_was_killed(face: str) -> None:
    store, asked = MemoryStore(), list[str]()

    def agent(turn: Any) -> str:
        asked.append(turn.text)
        return "hello"

    async def main() -> None:
        async with AsyncRuntime(store) as runtime:
            talk = runtime.conversation(agent, id="s")
            await talk.ask("hi")
            governed(store).kill("s", by="chief", reason="enough")
            await talk.send("are you there?")  # who says it has not heard yet
            with pytest.raises(NotActive, match="is archived and can't be talked in"):
                await talk.run()
            with pytest.raises(NotActive):
                await talk.send("hello?")

    if face == "async":
        asyncio.run(main())
    else:
        with Runtime(store) as runtime:
            talk = runtime.conversation(agent, id="s")
            talk.ask("hi")
            governed(store).kill("s", by="chief", reason="enough")
            with pytest.raises(NotActive, match="is archived and can't be talked in"):
                talk.ask("are you there?")
            with pytest.raises(NotActive):
                talk.send("hello?")
    assert asked == ["hi"]
