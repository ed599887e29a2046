"""A resource with one home can't be reached from elsewhere."""

from __future__ import annotations

import asyncio

import pytest
import uvloop

from duotone import run
from duotone.contract.guards import Bound
from duotone.errors import NoRunningLoop, WrongLoop, WrongThread
from tests.contract.threads import Background


class Client: ...


async def bind(client: Client) -> Bound[Client]:
    return Bound(client)


async def get(bound: Bound[Client]) -> Client:
    return bound.get()


def test_a_resource_is_reached_on_its_own_loop() -> None:
    client = Client()
    with asyncio.Runner() as runner:
        bound = runner.run(bind(client))
        assert runner.run(get(bound)) is client


def test_a_resource_of_the_shared_loop_is_reached_in_every_call() -> None:
    client = Client()
    bound = run(bind, client)
    assert run(get, bound) is client


def test_a_resource_is_not_reached_on_another_loop() -> None:
    bound = asyncio.run(bind(Client()))
    with pytest.raises(WrongLoop) as caught:
        uvloop.run(get(bound))
    message = str(caught.value)
    assert message.startswith("this Client belongs to the event loop (UnixSelectorEventLoop)")
    assert "on another loop (Loop)" in message
    assert "duotone.Portal" in message


def test_a_resource_of_a_loop_is_not_reached_where_none_is_running() -> None:
    bound = asyncio.run(bind(Client()))
    with pytest.raises(WrongLoop, match="in thread 'MainThread', where no event loop is running"):
        bound.check()


def test_a_resource_of_a_loop_can_only_be_bound_where_one_is_running() -> None:
    with pytest.raises(NoRunningLoop, match="Bound"):
        Bound(Client())


def test_a_resource_of_a_thread_is_reached_there_with_or_without_a_loop() -> None:
    client = Client()
    bound = Bound(client, to="thread")
    assert bound.get() is client
    assert asyncio.run(get(bound)) is client


def test_a_resource_of_a_thread_is_not_reached_in_another(background: Background) -> None:
    bound = Bound(Client(), to="thread")
    with pytest.raises(WrongThread, match=r"belongs to thread 'MainThread' and was used in thread 'Thread-.*offload"):
        background.start(bound.get)()


def test_a_thread_that_has_taken_over_the_number_of_another_is_not_its_home(background: Background) -> None:
    bound = background.start(lambda: Bound(Client(), to="thread"))()
    with pytest.raises(WrongThread):
        background.start(bound.get)()


def test_another_kind_of_home_is_refused() -> None:
    with pytest.raises(ValueError, match="use 'loop' or 'thread'"):
        Bound(Client(), to="process")  # type: ignore[arg-type]
