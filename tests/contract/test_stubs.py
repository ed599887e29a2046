"""Stubs of facades: what they say, that both type checkers agree with it, and the command that writes them."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import duotone
from duotone.contract.stubs import USAGE, main, stub_of

SOURCE = Path(duotone.__file__).parents[1]

SHOP = """
    from __future__ import annotations

    import asyncio
    import contextlib
    import datetime
    import enum
    import functools
    import typing
    from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, Callable, Coroutine
    from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, ParamSpec, Self, TypeVar, overload

    if TYPE_CHECKING:
        from decimal import Decimal

    T = TypeVar("T")
    Key = TypeVar("Key", int, str)
    Number_co = TypeVar("Number_co", bound=float, covariant=True)
    P = ParamSpec("P")

    class Size(enum.Enum):
        SMALL = 1

    class AsyncBasket:
        async def add(self, item: str, /, *more: object) -> int:
            return len(more)

    class inner:
        class AsyncBasket:
            async def other(self) -> None: ...

    class Base:
        def describe(self) -> str:
            return "shop"

    class AsyncShop(Base):
        LIMIT = 3
        owner: str
        _secret: int
        Size = Size
        dispatched = functools.singledispatchmethod(print)

        def __init__(self, owner: str, *, open_at: datetime.time | None = None, **options: Any) -> None:
            self.owner = owner

        async def price(self, item: str, size: Size = Size.SMALL) -> Decimal: ...
        def untyped(self, anything, *rest): ...
        def maybe(self) -> Awaitable[int] | int: ...
        def task(self) -> asyncio.Task[str]: ...
        def some_task(self) -> asyncio.Task: ...
        def coroutine(self) -> Coroutine[Any, Any, bytes]: ...
        async def items(self) -> AsyncIterator[str]:
            yield ""
        def all_items(self) -> AsyncIterable[str]: ...
        def any_items(self) -> AsyncIterator: ...
        async def talk(self) -> AsyncGenerator[int, str]:
            yield 1
        async def later(self) -> AsyncIterator[int]: ...
        def lock(self) -> contextlib.AbstractAsyncContextManager[int]: ...
        @contextlib.asynccontextmanager
        async def basket(self) -> AsyncIterator[AsyncBasket]:
            yield AsyncBasket()
        @contextlib.asynccontextmanager
        async def anything(self):
            yield
        async def nested(self) -> inner.AsyncBasket: ...
        def queue(self) -> asyncio.Queue[int]: ...
        @property
        def open(self) -> bool: ...
        @open.setter
        def open(self, value: bool) -> None: ...
        @property
        async def visitors(self) -> int: ...
        @functools.cached_property
        def main(self) -> AsyncBasket: ...
        @staticmethod
        async def choose(mode: Literal["a", Size.SMALL]) -> bool: ...
        @classmethod
        async def open_new(cls, owner: str) -> Self: ...
        async def move(self, basket: AsyncBasket, feed: AsyncIterator[str]) -> None: ...
        async def do(self, by: Callable[P, Awaitable[T]], *a: P.args, **k: P.kwargs) -> T: ...
        def on_sale(self, do: Callable[[int, str], None]) -> Callable[..., int]: ...
        async def pair(self, key: Key, value: Annotated[int, "noted"]) -> tuple[Key, ...]: ...
        def number(self) -> Source[float]: ...
        @overload
        async def find(self, key: int) -> int: ...
        @overload
        async def find(self, key: str) -> str: ...
        async def find(self, key: int | str) -> int | str: ...
        async def __aenter__(self) -> Self: ...
        async def __aexit__(self, kind: object, error: object, traceback: object) -> None: ...
        def __aiter__(self) -> AsyncIterator[int]: ...
        def __len__(self) -> int: ...
        async def aclose(self) -> None: ...

    class Source(Generic[Number_co]):
        def read(self) -> Number_co: ...

    class AsyncStore(Generic[T]):
        def __init__(self, kind: type[T]) -> None: ...
        async def get(self, key: int) -> T: ...
        async def put(self, item: T) -> None: ...
        def __aiter__(self) -> Self: ...
        async def __anext__(self) -> T: ...

    def local() -> type:
        class Local: ...
        class AsyncLocal:
            async def get(self) -> Local: ...
        AsyncLocal.get.__annotations__["return"] = Local
        return AsyncLocal

    class AsyncUnresolved:
        async def get(self) -> Nowhere: ...
"""

EXPECTED = '''
    """Sync signatures of shop:AsyncShop."""

    from __future__ import annotations

    import collections.abc
    import contextlib
    import datetime
    import decimal
    import shop
    import typing

    P = typing.ParamSpec('P')
    T = typing.TypeVar('T')
    Key = typing.TypeVar('Key', int, str)


    class Shop(typing.Protocol):
        owner: str
        LIMIT: int
        Size: type[shop.Size]
        dispatched: typing.Any
        def __init__(self, owner: str, *, open_at: datetime.time | None = ..., **options: typing.Any) -> None: ...
        def describe(self) -> str: ...
        def price(self, item: str, size: shop.Size = ...) -> decimal.Decimal: ...
        def untyped(self, anything: typing.Any, *rest: typing.Any) -> typing.Any: ...
        def maybe(self) -> int: ...
        def task(self) -> str: ...
        def some_task(self) -> typing.Any: ...
        def coroutine(self) -> bytes: ...
        def items(self) -> collections.abc.Iterator[str]: ...
        def all_items(self) -> collections.abc.Iterator[str]: ...
        def any_items(self) -> collections.abc.Iterator[typing.Any]: ...
        def talk(self) -> collections.abc.Generator[int, str, None]: ...
        def later(self) -> collections.abc.Iterator[int]: ...
        def lock(self) -> contextlib.AbstractContextManager[int]: ...
        def basket(self) -> contextlib.AbstractContextManager[Basket]: ...
        def anything(self) -> contextlib.AbstractContextManager[typing.Any]: ...
        def nested(self) -> Basket_: ...
        def queue(self) -> Queue: ...
        @property
        def open(self) -> bool: ...
        @open.setter
        def open(self, value: bool) -> None: ...
        @property
        def visitors(self) -> int: ...
        @property
        def main(self) -> Basket: ...
        @staticmethod
        def choose(mode: typing.Literal['a', shop.Size.SMALL]) -> bool: ...
        @classmethod
        def open_new(cls, owner: str) -> typing.Self: ...
        def move(self, basket: Basket, feed: collections.abc.AsyncIterator[str]) -> None: ...
        def do(self, by: collections.abc.Callable[P, collections.abc.Awaitable[T]], *a: P.args, **k: P.kwargs) -> T: ...
        def on_sale(self, do: collections.abc.Callable[[int, str], None]) -> collections.abc.Callable[..., int]: ...
        def pair(self, key: Key, value: int) -> tuple[Key, ...]: ...
        def number(self) -> shop.Source[float]: ...
        @typing.overload
        def find(self, key: int) -> int: ...
        @typing.overload
        def find(self, key: str) -> str: ...
        def __len__(self) -> int: ...
        def aclose(self) -> None: ...
        def __enter__(self) -> typing.Self: ...
        def __exit__(self, kind: object, error: object, traceback: object) -> None: ...
        def __iter__(self) -> collections.abc.Iterator[int]: ...
        def close(self) -> None: ...


    class Basket(typing.Protocol):
        def add(self, item: str, /, *more: object) -> int: ...


    class Basket_(typing.Protocol):
        def other(self) -> None: ...
'''

EXPECTED_STORE = '''
    """Sync signatures of shop:AsyncStore."""

    from __future__ import annotations

    import abc
    import typing

    T = typing.TypeVar('T')


    class Store(abc.ABC, typing.Generic[T]):
        def __init__(self, kind: type[T]) -> None: ...
        @abc.abstractmethod
        def get(self, key: int) -> T: ...
        @abc.abstractmethod
        def put(self, item: T) -> None: ...
        @abc.abstractmethod
        def __iter__(self) -> typing.Self: ...
        @abc.abstractmethod
        def __next__(self) -> T: ...
'''

USE = """
    from __future__ import annotations

    from typing import reveal_type

    from duotone.contract.facade import facade
    from shop import AsyncShop, AsyncStore
    from shop_faces import Shop as ShopProtocol
    from store_faces import Store as StoreProtocol

    Shop = facade(AsyncShop, ShopProtocol)
    Store = facade(AsyncStore, StoreProtocol[int])
    shop = Shop("ada", color="red")
    store = Store(int)
    reveal_type(shop.price("tea"))
    reveal_type(shop.items())
    reveal_type(shop.talk().send("x"))
    reveal_type(shop.find("x"))
    reveal_type(shop.visitors)
    reveal_type(store.get(1))
    reveal_type(Shop.open_new("bob"))
    with shop.basket() as basket:
        reveal_type(basket.add("x"))
    with shop as itself:
        reveal_type(itself)
    for number in shop:
        reveal_type(number)
    for item in store:
        reveal_type(item)
    shop.price(1)
"""
REVEALED = [
    "decimal.Decimal", "typing.Iterator[str]", "int", "str", "int", "int", "shop_faces.Shop", "int", "shop_faces.Shop",
    "int", "int",
]  # fmt: skip


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "shop.py").write_text(textwrap.dedent(SHOP), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    yield importlib.import_module("shop")
    del sys.modules["shop"]


# -- what they say ----------------------------------------------------------------------------------------------------


def test_a_stub_has_the_sync_signatures_of_an_async_class(shop: ModuleType) -> None:
    source = stub_of(shop.AsyncShop)
    expected = textwrap.dedent(EXPECTED).strip()
    assert source[: source.index("\n\n\nclass Queue")] == expected


def test_a_class_that_is_given_out_without_annotations_is_written_with_what_is_known(shop: ModuleType) -> None:
    assert "    def put_nowait(self, item: typing.Any) -> typing.Any: ...\n" in stub_of(shop.AsyncShop)


def test_a_generic_class_becomes_an_abstract_one(shop: ModuleType) -> None:
    assert stub_of(shop.AsyncStore).strip() == textwrap.dedent(EXPECTED_STORE).strip()


def test_a_stub_can_be_executed(shop: ModuleType) -> None:
    for subject in (shop.AsyncShop, shop.AsyncStore):
        exec(compile(stub_of(subject), "stub", "exec"), {})  # noqa: S102  # what was just written


def test_a_variable_keeps_its_bound_and_its_variance(shop: ModuleType) -> None:
    class AsyncSource:
        async def source(self) -> Any: ...

    AsyncSource.source.__annotations__["return"] = shop.Source[shop.Number_co]
    assert "Number_co = typing.TypeVar('Number_co', bound=float, covariant=True)\n" in stub_of(AsyncSource)


def test_a_class_without_a_constructor_of_its_own_says_nothing_about_it(shop: ModuleType) -> None:
    assert "__init__" not in stub_of(shop.AsyncBasket)


def test_a_local_class_can_not_be_named(shop: ModuleType) -> None:
    with pytest.raises(ValueError, match="Local is local to a function"):
        stub_of(shop.local())


def test_an_annotation_that_can_not_be_resolved_is_refused(shop: ModuleType) -> None:
    with pytest.raises(NameError, match="Nowhere"):
        stub_of(shop.AsyncUnresolved)


def test_what_needs_no_stub_is_refused() -> None:
    given: Any = 1
    with pytest.raises(TypeError, match="needs a class"):
        stub_of(given)
    with pytest.raises(ValueError, match="int has nothing async"):
        stub_of(int)


# -- what type checkers make of them ----------------------------------------------------------------------------------


@pytest.fixture
def use(shop: ModuleType, tmp_path: Path) -> Path:
    """A program that uses facades with their stubs, and makes one mistake at its end."""
    (tmp_path / "shop_faces.py").write_text(stub_of(shop.AsyncShop), encoding="utf-8")
    (tmp_path / "store_faces.py").write_text(stub_of(shop.AsyncStore), encoding="utf-8")
    path = tmp_path / "use.py"
    path.write_text(textwrap.dedent(USE), encoding="utf-8")
    return path


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("use")
def test_mypy_accepts_the_stubs_and_knows_the_types() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--output=json", "--cache-dir=cache", "--python-version=3.11"]
    done = subprocess.run(
        [*command, "use.py", "shop_faces.py", "store_faces.py"],
        env=os.environ | {"MYPYPATH": f"{SOURCE}{os.pathsep}."}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    found = [each for each in found if each["file"] != "shop.py" and "duotone" not in each["file"]]
    notes = [each["message"] for each in found if each["severity"] == "note" and "Revealed" in each["message"]]
    assert notes == [f'Revealed type is "{each}"' for each in REVEALED]
    [error] = [each for each in found if each["severity"] == "error"]
    assert (error["file"], error["code"]) == ("use.py", "arg-type")


@pytest.mark.timeout(300)
@pytest.mark.usefixtures("use")
def test_pyright_accepts_the_stubs_and_knows_the_types(tmp_path: Path) -> None:
    settings = {
        "include": ["use.py", "shop_faces.py", "store_faces.py"],
        "extraPaths": [str(SOURCE)],
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson"],
        env=os.environ | {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = json.loads(done.stdout)["generalDiagnostics"]
    revealed = [
        each["message"].rpartition(' is "')[2].rstrip('"') for each in found if each["severity"] == "information"
    ]
    assert revealed == [each.rpartition(".")[2] for each in REVEALED]
    [error] = [each for each in found if each["severity"] == "error"]
    assert (Path(error["file"]).name, error["rule"]) == ("use.py", "reportArgumentType")


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_command_prints_the_stub(shop: ModuleType, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "duotone.contract.stubs", "shop:AsyncStore"],
        env=os.environ | {"PYTHONPATH": f"{SOURCE}{os.pathsep}{tmp_path}"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, stub_of(shop.AsyncStore), "")


def test_the_command_finds_a_class_inside_another(shop: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shop:inner.AsyncBasket"]) == 0
    assert "class Basket(typing.Protocol):" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["shop"], ["shop:"], [":AsyncShop"], ["shop:AsyncShop", "more"]])
def test_the_command_says_how_it_is_used(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", f"{USAGE}\n")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere:AsyncShop", "No module named 'nowhere'"),
        ("shop:Nothing", "has no attribute 'Nothing'"),
        ("shop:T", "needs a class"),
        ("shop:Size", "has nothing async"),
        ("shop:AsyncUnresolved", "name 'Nowhere' is not defined"),
    ],
)
def test_the_command_says_in_one_line_what_it_can_not_do(
    shop: ModuleType, name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert said in err
    assert err.count("\n") == 1
