"""The sync face of an async object: everything that it offers, and nothing that only async code could use."""

from __future__ import annotations

from typing import Any

import pytest

from duotone.contract.bridge import bridge
from duotone.contract.facade import facade
from tests.contract.clients import AsyncSession, Client, abs_of

# -- methods ----------------------------------------------------------------------------------------------------------


def test_the_object_is_made_and_its_methods_run_on_one_loop(client: Any) -> None:
    assert client.__wrapped__.loop is bridge.loop
    assert client.get("path", times=2) == "u/pathu/path"
    assert client.plain(1) == 2


@pytest.mark.parametrize("name", ["hidden", "preset", "promise", "task", "get_later"])
def test_whatever_a_method_returns_is_awaited(client: Any, name: str) -> None:
    assert isinstance(getattr(client, name)(), str)


def test_a_method_whose_color_depends_on_its_argument_is_awaited_too(client: Any) -> None:
    assert client.dispatched(1) == "dispatched 1"


def test_errors_are_raised_with_their_traceback(client: Any) -> None:
    with pytest.raises(TypeError, match="can't multiply") as caught:
        client.get("path", times="no")
    assert caught.traceback[-1].name == "get"


def test_async_generator_methods_give_iterators_that_close_them(client: Any) -> None:
    assert list(client.count(3)) == [0, 1, 2]
    for _ in client.count(3):
        break
    assert list(client.count_hidden(1)) == [0]
    assert client.log == ["closed"] * 3
    assert list(client.numbers()) == [1, 2]


def test_methods_made_with_asynccontextmanager_give_blocks_in_one_task(client: Any) -> None:
    with client.transaction() as session:
        assert session.query("in") == "main: in"
    entered, left = client.log
    assert entered is left


def test_static_and_class_methods_work_on_the_class_and_on_the_object(client: Any) -> None:
    assert Client.double(2) == client.double(2) == 4
    assert Client.name() == "AsyncClient"
    other = Client.connect("other/")
    assert type(other) is Client
    assert other.get("path") == "other/path"


def test_a_callable_object_can_be_called(client: Any) -> None:
    assert client("hello") == "HELLO"


def test_async_callbacks_become_sync_ones_and_sync_ones_stay(client: Any) -> None:
    assert client.callback()("x") == "u/xu/x"
    assert client.on_event() == "later"
    assert client.sync_callback() is abs_of


def test_private_methods_can_be_called_too(client: Any) -> None:
    assert client._private() == "private"
    assert client._private_plain() == "later"


def test_operators_are_those_of_the_async_object(client: Any) -> None:
    assert len(client) == 2
    assert client["key"].query("text") == "key: text"
    assert client == client.itself()
    assert client != Client("u/")
    assert hash(client) == hash(client.__wrapped__)
    assert repr(client).startswith("<Client of <tests.contract.clients.AsyncClient")


# -- attributes -------------------------------------------------------------------------------------------------------


def test_attributes_and_properties_are_read_and_written_on_the_async_object(client: Any) -> None:
    client.address = "new/"
    client.size = 5
    assert (client.url, client.__wrapped__.url, client.__wrapped__.size) == ("new/", "new/", 5)
    del client.size
    assert not hasattr(client, "size")
    assert {"url", "get", "close"} <= set(dir(client))


def test_an_awaitable_property_is_awaited(client: Any) -> None:
    assert client.remote == "remote"


def test_class_attributes_are_there_and_may_differ_in_the_object(client: Any) -> None:
    assert Client.LIMIT == client.LIMIT == 3
    client.LIMIT = 4
    assert (client.LIMIT, Client.LIMIT) == (4, 3)
    assert Client.Session is AsyncSession


def test_special_methods_of_the_async_side_are_not_shown(client: Any) -> None:
    for name in ("__aenter__", "__await__", "__anything__"):
        assert not hasattr(client, name)
    with pytest.raises(AttributeError, match="'Client' object has no attribute '__aenter__'"):
        _ = client.__aenter__
    assert not hasattr(Client, "__wrapped__")


# -- what is given out ------------------------------------------------------------------------------------------------


def test_async_objects_that_are_given_out_have_a_face_of_their_own(client: Any) -> None:
    assert client.main.query("x") == "main: x"
    assert client.session.query("x") == "cached: x"
    assert [session.query("x") for session in client.sessions()] == ["main: x"]
    assert type(client.main) is type(client.session) is facade(AsyncSession)
    assert client.main == client.main
    assert client.main.name == "main"


def test_awaitable_items_are_awaited_and_their_errors_are_not_the_generators(client: Any) -> None:
    promises = client.promises()
    assert next(promises) == "later"
    with pytest.raises(TypeError, match="can't multiply"):
        next(promises)
    assert list(promises) == []


def test_faces_are_taken_off_when_they_are_passed_back_in(client: Any) -> None:
    assert client.query_with(client.main, other=client.session) == "main: with"
    client.main = client.session
    assert type(client.__wrapped__.main) is AsyncSession


def test_the_object_itself_comes_back_as_its_face(client: Any) -> None:
    assert client.itself() is client


def test_event_loops_and_plain_values_are_given_out_as_they_are(client: Any) -> None:
    assert client.loop is bridge.loop
    assert type(client.log) is list
    assert type(client.log) is list


# -- with and for -----------------------------------------------------------------------------------------------------


def test_the_object_is_entered_and_left_in_one_task(client: Any) -> None:
    with client as entered:
        assert entered is client
    first, second = client.log
    assert first is second


def test_the_async_form_of_with_decides_about_errors(client: Any) -> None:
    with client:
        client.log.pop(99)
    with pytest.raises(ZeroDivisionError), client:
        raise ZeroDivisionError


def test_the_object_is_gone_over_from_its_beginning_each_time(client: Any) -> None:
    for _ in range(2):
        assert [session.query("x") for session in client] == ["main: x"]


def test_an_async_iterator_becomes_an_iterator_that_goes_on(client: Any) -> None:
    reader = client.reader()
    assert iter(reader) is reader
    assert next(reader) == 1
    assert list(reader) == [0]
    assert list(reader) == []


def test_aclose_is_also_there_as_close(client: Any) -> None:
    client.close()
    client.aclose()
    assert client.log == ["aclosed", "aclosed"]
    assert Client.close.__qualname__ == "Client.close"


def test_a_sync_close_stays_beside_aclose() -> None:
    class AsyncBoth:
        def close(self) -> str:
            return "sync"

        async def aclose(self) -> str:
            return "async"

    both = facade(AsyncBoth)()
    assert (both.close(), both.aclose()) == ("sync", "async")
