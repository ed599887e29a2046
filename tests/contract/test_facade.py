"""The sync face of an async class: everything it offers, from anywhere, and nothing that only async code could use."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import inspect
import sqlite3
import threading
import weakref
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Generic, Protocol, Self, TypeVar

import httpx
import pytest

from duotone import Color, call, color_of, figures, run
from duotone.contract.bridge import bridge
from duotone.contract.facade import Face, facade
from duotone.contract.settings import settings
from duotone.errors import LoopHeld, WouldDeadlock, WrongLoop
from tests.contract.conftest import Background

T = TypeVar("T")


class AsyncSession:
    """What a client gives out, with an async method of its own."""

    def __init__(self, name: str) -> None:
        self.name = name

    async def query(self, text: str) -> str:
        await asyncio.sleep(0)
        return f"{self.name}: {text}"


class AsyncReader:
    """An async iterator."""

    def __init__(self, end: int) -> None:
        self.left = end

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> int:
        if not self.left:
            raise StopAsyncIteration
        self.left -= 1
        return self.left


def hiding(function: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate without telling the color."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class AsyncClient:
    """A client that can be made and used on an event loop only."""

    LIMIT = 3
    Session = AsyncSession

    def __init__(self, url: str, *, size: int = 1) -> None:
        self.loop = asyncio.get_running_loop()
        self.url = url
        self.size = size
        self.log: list[Any] = []
        self.main = AsyncSession("main")
        self.on_event: Callable[[], Any] = self.get_later

    async def get(self, path: str, *, times: int = 1) -> str:
        """Get something."""
        await asyncio.sleep(0)
        return f"{self.url}{path}" * times

    async def get_later(self) -> str:
        return "later"

    @hiding
    async def hidden(self) -> str:
        return "hidden"

    preset = functools.partialmethod(get, "preset")

    @functools.singledispatchmethod
    async def dispatched(self, value: object) -> str:
        return f"dispatched {value}"

    def plain(self, number: int) -> int:
        """Add one, on the loop."""
        assert asyncio.get_running_loop() is self.loop
        return number + 1

    def promise(self) -> Awaitable[str]:
        return self.get_later()

    def task(self) -> asyncio.Task[str]:
        return asyncio.create_task(self.get_later())

    def numbers(self) -> Iterator[int]:
        yield from (1, 2)

    async def count(self, end: int) -> AsyncGenerator[int]:
        try:
            for number in range(end):
                yield number
        finally:
            self.log.append("closed")

    def count_hidden(self, end: int) -> AsyncIterator[int]:
        return self.count(end)

    async def sessions(self) -> AsyncGenerator[AsyncSession]:
        yield self.main

    async def promises(self) -> AsyncGenerator[Awaitable[str]]:
        yield self.get_later()
        yield self.get("path", times="no")  # type: ignore[arg-type]

    def reader(self) -> AsyncReader:
        return AsyncReader(2)

    def callback(self) -> Callable[[str], Awaitable[str]]:
        return functools.partial(self.get, times=2)

    def sync_callback(self) -> Callable[[int], int]:
        return abs_of

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncGenerator[AsyncSession]:
        self.log.append(asyncio.current_task())
        try:
            yield self.main
        finally:
            self.log.append(asyncio.current_task())

    @property
    def address(self) -> str:
        return self.url

    @address.setter
    def address(self, value: str) -> None:
        self.url = value

    @property
    async def remote(self) -> str:
        return "remote"

    @functools.cached_property
    def session(self) -> AsyncSession:
        return AsyncSession("cached")

    @staticmethod
    async def double(number: int) -> int:
        return number * 2

    @classmethod
    async def connect(cls, url: str) -> Self:
        await asyncio.sleep(0)
        return cls(url)

    @classmethod
    def name(cls) -> str:
        return cls.__name__

    async def query_with(self, session: AsyncSession, *, other: AsyncSession | None = None) -> str:
        assert type(session) is AsyncSession
        assert other is None or type(other) is AsyncSession
        return await session.query("with")

    async def itself(self) -> Self:
        return self

    async def _private(self) -> str:
        return "private"

    def _private_plain(self) -> Awaitable[str]:
        return self.get_later()

    async def __aenter__(self) -> Self:
        self.log.append(asyncio.current_task())
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        self.log.append(asyncio.current_task())
        return isinstance(error, IndexError)

    def __enter__(self) -> Self:
        message = "use 'async with'"
        raise TypeError(message)

    async def __aiter__(self) -> AsyncGenerator[AsyncSession]:
        yield self.main

    async def __call__(self, text: str) -> str:
        return text.upper()

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, key: str) -> AsyncSession:
        return AsyncSession(key)

    async def aclose(self) -> None:
        self.log.append("aclosed")


def abs_of(number: int) -> int:
    return abs(number)


Client = facade(AsyncClient)


@pytest.fixture
def client() -> Any:
    return Client("u/", size=2)


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
    assert repr(client).startswith("<Client of <tests.contract.test_facade.AsyncClient")


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


# -- where it is used -------------------------------------------------------------------------------------------------


def test_a_face_works_inside_a_running_loop_and_counts_as_a_wait(client: Any) -> None:
    async def main() -> str:
        held = figures().held_loops
        answer: str = client.get("path")
        assert figures().held_loops > held
        return answer

    assert asyncio.run(main()) == "u/path"


def test_a_face_inside_a_running_loop_follows_the_policy(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "holding", "raise")

    async def main() -> None:
        client.get("path")

    with pytest.raises(LoopHeld):
        asyncio.run(main())


def test_a_face_works_on_any_thread_and_nested(client: Any, background: Background) -> None:
    async def nested() -> str:
        answer: str = client.get("nested")
        return answer

    assert background.start(client.get, "thread")() == "u/thread"
    assert run(nested) == "u/nested"


def test_a_face_that_is_made_in_offloaded_work_is_at_home_on_the_loop_that_offloaded_it() -> None:
    async def main() -> tuple[Any, int]:
        client = await call(Client, "u/")
        assert client.loop is asyncio.get_running_loop()
        assert await call(client.get, "path") == "u/path"
        assert await asyncio.to_thread(client.get, "thread") == "u/thread"
        with pytest.raises(WouldDeadlock):
            client.get("here")
        return client, client.plain(1)

    client, two = asyncio.run(main())
    assert two == 2
    with pytest.raises(WrongLoop):
        client.get("too late")


def test_a_queue_wakes_a_waiting_thread_from_another(background: Background) -> None:
    queue = facade(asyncio.Queue)(1)
    getting = background.start(queue.get)
    queue.put_nowait("item")
    assert getting() == "item"


def test_a_face_does_not_run_sync_methods_of_others(client: Any) -> None:
    assert color_of(client.get) is color_of(Client.get) is Color.SYNC
    assert run(client.get, "path") == "u/path"


class Handler(BaseHTTPRequestHandler):
    """A server that says hello."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_real_client_works_as_a_whole(server: str) -> None:
    Http = facade(httpx.AsyncClient)  # noqa: N806  # a class
    assert Http.__name__ == "Client"
    with Http(base_url=server) as http:
        assert http.get("/").text == "hello"
        with http.stream("GET", "/") as response:
            assert response.status_code == 200
            assert b"".join(response.aiter_bytes()) == b"hello"
        assert not http.is_closed
    assert http.is_closed


# -- the class --------------------------------------------------------------------------------------------------------


def test_names_docstrings_and_signatures_are_kept() -> None:
    assert (Client.__name__, Client.__qualname__, Client.__module__) == ("Client", "Client", __name__)
    assert Client.__doc__ == AsyncClient.__doc__
    assert Client.get.__doc__ == "Get something."
    assert (Client.get.__name__, Client.get.__qualname__) == ("get", "Client.get")
    assert Client.get.__module__ == __name__
    assert str(inspect.signature(Client)).startswith("(url: 'str', *, size: 'int' = 1)")
    for name in ("get", "plain", "double", "connect", "count", "transaction"):
        assert inspect.signature(getattr(Client, name)) == inspect.signature(getattr(AsyncClient, name))


@pytest.mark.parametrize(
    ("name", "face"), [("AsyncX", "X"), ("Async", "Async"), ("Asynchronous", "Asynchronous"), ("X", "X")]
)
def test_only_the_prefix_of_a_name_is_taken_off(name: str, face: str) -> None:
    async def get(_self: object) -> None: ...

    assert facade(type(name, (), {"get": get})).__name__ == face


def test_there_is_one_face_for_a_class() -> None:
    assert facade(AsyncClient) is Client
    assert facade(AsyncSession) is facade(AsyncSession)


def test_faces_inherit_as_their_classes_do() -> None:
    class Plain:
        def shared(self) -> str:
            return "shared"

    class AsyncBase(Plain):
        async def get(self) -> str:
            return "base"

    class AsyncChild(AsyncBase):
        async def get(self) -> str:
            return f"child of {await super().get()}"

    child = facade(AsyncChild)()
    assert (child.get(), child.shared()) == ("child of base", "shared")
    assert isinstance(child, facade(AsyncBase))


def test_a_face_may_be_subclassed() -> None:
    class Special(Client):  # type: ignore[misc, valid-type]
        def get_all(self) -> list[str]:
            return [self.get("a"), self.get("b")]

    assert Special("u/").get_all() == ["u/a", "u/b"]
    assert type(Special.connect("u/")) is Special


def test_a_generic_class_and_an_awaitable_object_have_faces() -> None:
    class AsyncPool(Generic[T]):
        def __await__(self) -> Generator[Any, None, str]:
            yield from asyncio.sleep(0).__await__()
            return "awaited"

        async def get(self) -> str:
            return "got"

        async def itself(self) -> Self:
            return self

    pool = facade(AsyncPool)()
    assert pool.get() == "got"
    assert pool.itself() is pool
    assert run(pool.__wrapped__) == "awaited"


def test_an_async_constructor_is_awaited() -> None:
    class AsyncMade:
        async def __new__(cls) -> Self:  # type: ignore[misc]
            await asyncio.sleep(0)
            return super().__new__(cls)

        async def get(self) -> str:
            return "got"

    assert facade(AsyncMade)().get() == "got"


def test_a_class_with_slots_or_without_a_signature_has_a_face() -> None:
    class AsyncSlots:
        __slots__ = ("value",)
        value: int
        split = str.split

        async def get(self) -> int:
            return self.value

    slots = facade(AsyncSlots)()
    slots.value = 1
    assert slots.get() == 1
    assert "get" in dir(slots)


def test_a_face_holds_its_class_no_longer_than_somebody_needs_it() -> None:
    class AsyncBrief:
        async def get(self) -> int:
            return 1

    brief = weakref.ref(AsyncBrief)
    assert facade(AsyncBrief)().get() == 1
    del AsyncBrief
    gc.collect()
    assert brief() is None


@pytest.mark.parametrize("given", [1, AsyncSession("x"), len])
def test_what_is_not_a_class_is_refused(given: Any) -> None:
    with pytest.raises(TypeError, match=r"^facade\(\) needs a class"):
        facade(given)


@pytest.mark.parametrize("given", [int, sqlite3.Connection, Handler])
def test_a_class_that_has_nothing_async_is_refused(given: type) -> None:
    with pytest.raises(ValueError, match="has nothing async"):
        facade(given)


def test_a_class_whose_methods_may_turn_out_to_be_async_is_accepted() -> None:
    class Doubtful:
        @hiding
        async def get(self) -> int:
            return 1

    assert facade(Doubtful)().get() == 1


@pytest.mark.parametrize(
    "member",
    [
        contextlib.asynccontextmanager(AsyncClient.count),
        property(AsyncClient.get_later),
        functools.cached_property(AsyncClient.get_later),
        staticmethod(AsyncClient.get_later),
        functools.partialmethod(AsyncClient.get_later),
    ],
)
def test_one_async_member_is_enough(member: Any) -> None:
    assert issubclass(facade(type("AsyncOne", (), {"member": member})), Face)


# -- protocols --------------------------------------------------------------------------------------------------------


class ClientProtocol(Protocol):
    url: str

    def get(self, path: str, *, times: int = ...) -> str: ...


class Repository(Generic[T]):
    def get(self, path: str) -> T: ...  # type: ignore[empty-body]


class Wider(ClientProtocol, Protocol):
    def post(self) -> None: ...

    def patch(self) -> None: ...


def test_a_protocol_may_be_given_for_type_checkers() -> None:
    assert facade(AsyncClient, ClientProtocol) is Client
    assert issubclass(facade(AsyncClient, Repository[int]), Face)


def test_a_protocol_that_asks_for_more_is_refused() -> None:
    with pytest.raises(TypeError, match="AsyncClient has no post, patch, which Wider asks for"):
        facade(AsyncClient, Wider)
