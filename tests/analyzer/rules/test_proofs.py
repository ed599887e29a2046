"""What a proof says is what the code does: who awaits, who loses, and what made something async."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Finding
from duotone.analyzer.settings import Settings


def _findings(folder: Path, text: str) -> tuple[Finding, ...]:
    path = folder / "shop.py"
    path.write_text(text, encoding="utf-8")
    return check([path], Settings(root=folder, jobs=1)).findings


def found_in(folder: Path, text: str, code: str) -> Finding:
    """The one finding of a rule in a file."""
    [finding] = [one for one in _findings(folder, text) if one.code == code]
    return finding


def test_a_needless_coroutine_that_is_lost_is_awaited_by_nobody(tmp_path: Path) -> None:
    text = """\
async def note(text: str) -> None:
    print(text)


async def sell() -> None:
    await note("sold")


async def buy() -> None:
    note("bought")
"""
    steps = [step.text for step in found_in(tmp_path, text, "DUO201").proof]
    assert steps == ["`shop.sell` awaits it for nothing"]


def test_what_a_decorator_made_async_is_named_with_it(tmp_path: Path) -> None:
    text = """\
import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

R = TypeVar("R")


def threaded(function: Callable[..., R]) -> Callable[..., Coroutine[Any, Any, R]]:
    @functools.wraps(function)
    async def wrapper(*args: Any) -> R:
        return await asyncio.to_thread(function, *args)

    return wrapper


class Shop:
    @threaded
    def count(self) -> int:
        return 1

    def show(self) -> None:
        print(max(self.count(), 2))
"""
    finding = found_in(tmp_path, text, "DUO106")
    assert finding.message.startswith("the coroutine of `Shop.count` is given")
    assert finding.proof[0].text == "`Shop.count` is `def`, which `@threaded` made async"
    assert finding.proof[0].place is not None
    assert finding.proof[0].place.line == 19


def test_a_coroutine_in_what_nobody_reads_is_neither_hidden_nor_fixed(tmp_path: Path) -> None:
    text = """\
import asyncio


async def weigh(number: int) -> int:
    await asyncio.sleep(1)
    return number


async def weigh_all(count: int) -> list[int]:
    try:
        jobs = []
        for number in range(count):
            jobs.append(weigh(number))
        return await asyncio.gather(*[weigh(number) for number in range(count)])
    except Exception:
        return []
"""
    finding = found_in(tmp_path, text, "DUO108")
    assert finding.message == "the coroutine of `weigh` is put into `jobs`, which nobody reads, and never awaited"
    assert finding.fix is None
    assert "hidden" not in [step.kind for step in finding.proof]


PACKED = """\
import asyncio


class Page:
    async def body(self) -> str:
        await asyncio.sleep(1)
        return "menu"


async def shown(page: Page) -> dict[str, object]:
    try:
        found = {"title": "lunch", "body": page.body()}
    except Exception:
        found = {}
    return found
"""
USED_BEHIND = """\
import asyncio


async def body() -> str:
    await asyncio.sleep(1)
    return "menu"


def shown() -> str:
    try:
        found = body()
    except Exception:
        return ""
    return found.upper()
"""
USED_IN_ANOTHER = USED_BEHIND.replace(
    "    return found.upper()\n",
    "    try:\n        return found.upper()\n    except BaseException:\n        return ''\n",
)


@pytest.mark.parametrize(("text", "code"), [(PACKED, "DUO108"), (USED_BEHIND, "DUO104")])
def test_a_handler_hides_nothing_that_fails_behind_its_block(tmp_path: Path, text: str, code: str) -> None:
    assert "hidden" not in [step.kind for step in found_in(tmp_path, text, code).proof]


def test_the_handler_around_the_use_hides_it_and_not_the_one_around_the_call(tmp_path: Path) -> None:
    hidden = [step for step in found_in(tmp_path, USED_IN_ANOTHER, "DUO104").proof if step.kind == "hidden"]
    assert [step.text for step in hidden] == ["`except BaseException` swallows the error that this leads to"]


def test_a_handler_of_what_never_runs_is_said_to_see_no_error(tmp_path: Path) -> None:
    text = USED_BEHIND.replace("found = body()", "body()").replace("found.upper()", "''")
    hidden = [step for step in found_in(tmp_path, text, "DUO101").proof if step.kind == "hidden"]
    assert [step.text for step in hidden] == [
        "`except Exception` sees none of its errors, since nobody waits for it here"
    ]


YIELDED = """\
import asyncio

from . import kitchen


class Poller:
    async def watch_oven(self, oven):
        await asyncio.sleep(1)


async def cook(oven):
    await kitchen.poller.watch_oven(oven)


class Flag:
    async def wait(self):
        yield kitchen.poller.watch_oven(self)
"""


def test_no_await_is_put_behind_a_yield_that_may_suspend_a_task(tmp_path: Path) -> None:
    assert found_in(tmp_path, YIELDED, "DUO104").fix is None


def test_a_lost_coroutine_of_a_wrapper_goes_by_the_name_of_what_is_wrapped(tmp_path: Path) -> None:
    text = """\
import asyncio


def logged(function):
    async def async_wrapper(*args):
        print("called")
        return await function(*args)

    return async_wrapper


@logged
async def sell(item: str) -> None:
    await asyncio.sleep(1)


async def main() -> None:
    sell("cup")
"""
    finding = found_in(tmp_path, text, "DUO101")
    assert finding.message == "this coroutine is never awaited, so `sell` does not run"
    assert finding.proof[0].text == "`logged.async_wrapper` is `async def`, and is called `sell` here"


def test_what_a_library_only_declares_to_be_awaitable_may_run_by_itself(tmp_path: Path) -> None:
    (tmp_path / "wire.pyi").write_text(
        "from collections.abc import Awaitable, Coroutine\n\n"
        "class Socket:\n"
        "    def send(self, text: str) -> Awaitable[None]: ...\n"
        "    def close(self) -> Coroutine[None, None, None]: ...\n"
    )
    text = """\
from wire import Socket


async def sell(socket: Socket) -> None:
    socket.send("sold")
    socket.close()
    await socket.send("bye")
"""
    messages = [one.message for one in _findings(tmp_path, text) if one.code == "DUO101"]
    assert messages == [
        "this awaitable is never awaited, so nobody learns what came of `Socket.send`",
        "this coroutine is never awaited, so `Socket.close` does not run",
    ]


@pytest.mark.parametrize(
    ("twin", "named", "is_safe"),
    [
        (
            "class AsyncShop:\n    async def count(self, item: str) -> int:\n        return 1\n",
            "AsyncShop.count",
            False,
        ),
        ("class AsyncShop:\n    async def sell(self, item: str) -> int:\n        return 1\n", "", True),
        ("class Store:\n    async def count(self, item: str) -> int:\n        return 1\n", "", True),
    ],
)
def test_an_await_of_a_plain_method_is_not_dropped_safely_beside_its_async_twin(
    tmp_path: Path, twin: str, named: str, *, is_safe: bool
) -> None:
    text = (
        "class Shop:\n    def count(self, item: str) -> int:\n        return 1\n\n\n"
        f"{twin}\n\n"
        "async def main(shop: Shop) -> None:\n    print(await shop.count('cup'))\n"
    )
    finding = found_in(tmp_path, text, "DUO121")
    assert finding.message.endswith(f"; `{named}` is its async twin") is bool(named)
    assert finding.fix is not None
    assert finding.fix.is_safe is is_safe


def test_a_handler_around_what_is_given_away_hides_nothing_of_what_comes_of_it(tmp_path: Path) -> None:
    text = """\
import asyncio
import threading


async def cook() -> None:
    await asyncio.sleep(1)


def begin() -> None:
    try:
        threading.Timer(1, cook).start()
    except Exception:
        pass
"""
    assert "hidden" not in [step.kind for step in found_in(tmp_path, text, "DUO701").proof]


RECEIVERS = """\
import asyncio


class Store:
    async def save(self, text: str) -> None:
        await asyncio.sleep(1)


def opened() -> Store:
    return Store()


STORE = Store()


class Shop:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.spare = None

    def open(self) -> None:
        self.spare = Store()

    async def sell(self, other: Store, thing: object) -> None:
        await asyncio.sleep(1)
        local = opened()
        {call}

    async def close(self) -> None:
        await asyncio.sleep(1)
"""


@pytest.mark.parametrize(
    ("call", "step", "line"),
    [
        ("self.store.save('bread')", "`self.store` is of class `Store`", 18),
        ("self.spare.save('bread')", "`self.spare` is of class `Store`", 22),
        ("other.save('bread')", "`other` is of class `Store`", 24),
        ("local.save('bread')", "`local` is of class `Store`", 26),
        ("STORE.save('bread')", "`STORE` is of class `Store`", 13),
        ("opened().save('bread')", "`opened()` gives an object of class `Store`", None),
        ("if isinstance(thing, Store):\n            thing.save('bread')", "`thing` is of class `Store`", None),
    ],
)
def test_a_method_is_shown_with_what_led_to_it(tmp_path: Path, call: str, step: str, line: int | None) -> None:
    text = RECEIVERS.replace("{call}", call)
    [finding] = [one for one in _findings(tmp_path, text) if one.code.startswith("DUO10")]
    reached = [one for one in finding.proof if one.kind == "reached"]
    assert [one.text for one in reached] == [step]
    assert (reached[0].place.line if reached[0].place is not None else None) == line


@pytest.mark.parametrize("call", ["self.close()", "Store().save('bread')", "super().__init__() or self.close()"])
def test_what_led_to_a_method_is_not_told_where_the_call_says_it(tmp_path: Path, call: str) -> None:
    text = RECEIVERS.replace("{call}", call)
    [finding] = [one for one in _findings(tmp_path, text) if one.code.startswith("DUO10")]
    assert "reached" not in [one.kind for one in finding.proof]


def test_who_awaits_another_function_below_the_same_decorator_does_not_await_this_one(tmp_path: Path) -> None:
    text = """\
import asyncio
import functools


def noted(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        await asyncio.sleep(0)
        return await function(*args, **kwargs)

    return wrapper


def timed(function):
    async def wrapper(shop):
        await asyncio.sleep(0)
        return await function(shop)

    return wrapper


class Shop:
    @noted
    async def open(self) -> None:
        await asyncio.sleep(1)

    @noted
    async def close(self) -> None:
        await asyncio.sleep(1)

    @timed
    async def clean(self) -> None:
        await asyncio.sleep(1)

    @timed
    async def count(self) -> None:
        await asyncio.sleep(1)


class Door:
    @noted
    async def close(self) -> None:
        await asyncio.sleep(1)


async def work(shop: Shop, door: Door) -> None:
    await shop.open()
    await shop.clean()
    await door.close()


async def rest(shop: Shop, door: Door) -> None:
    await shop.close()
    await shop.count()


async def leave(shop: Shop) -> None:
    shop.close()
    shop.count()
"""
    lost = [one for one in _findings(tmp_path, text) if one.code == "DUO101"]
    found = [[step.place.line for step in one.proof if step.kind == "sibling" and step.place] for one in lost]
    lines = text.splitlines()
    assert [[lines[line - 1].strip() for line in one] for one in found] == [
        ["await shop.close()"],
        ["await shop.count()"],
    ]


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("socket.gethostbyname('shop')", "socket.gethostbyname"),
        ("ThreadPoolExecutor().shutdown()", "concurrent.futures.ThreadPoolExecutor.shutdown"),
        ("Crew().shutdown()", "concurrent.futures.Executor.shutdown"),
    ],
)
def test_what_blocks_is_named_as_it_was_imported(tmp_path: Path, call: str, shown: str) -> None:
    text = f"""\
import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor


class Crew(ThreadPoolExecutor):
    pass


def close() -> None:
    {call}


async def open_shop() -> None:
    await asyncio.sleep(1)
    {call}


async def close_shop() -> None:
    await asyncio.sleep(1)
    close()
"""
    assert found_in(tmp_path, text, "DUO301").message.startswith(f"`{shown}` blocks")
    helper = found_in(tmp_path, text, "DUO302")
    assert helper.message.endswith(f"it leads to `{shown}`")
    assert helper.proof[-1].text.startswith(f"`{shown}` blocks")


def test_twins_with_one_name_are_told_apart_by_their_modules(tmp_path: Path) -> None:
    for module, color in (("tills_async", "async def"), ("tills_sync", "def")):
        (tmp_path / f"{module}.py").write_text(f"class Till:\n    {color} close(self) -> None:\n        pass\n")
    app = tmp_path / "shop.py"
    app.write_text("from tills_sync import Till\n\n\nasync def leave() -> None:\n    await Till().close()\n")
    found = check([*tmp_path.glob("*.py")], Settings(root=tmp_path, jobs=1)).findings
    [finding] = [one for one in found if one.code == "DUO121"]
    assert finding.message.endswith("`tills_async.Till.close` is its async twin")
    assert [step.text for step in finding.proof] == ["`tills_sync.Till.close` is `def`"]


HELPED = """\
import asyncio


async def send(text: str) -> None:
    await asyncio.sleep(0)


def send_now(text: str) -> None:
    try:
        asyncio.run(send(text))
    except Exception:
        print("not sent")


async def on_event(text: str) -> None:
    await asyncio.sleep(0)
    try:
        send_now(text)
    except BaseException:
        print("never comes to this")
"""
"""The helper has a handler, and so has its caller."""


@pytest.mark.parametrize(("raised", "handler"), [("", "except Exception"), ("; raise", "except BaseException")])
def test_the_first_handler_on_the_way_out_hides_the_error_of_a_helper(
    tmp_path: Path, raised: str, handler: str
) -> None:
    text = HELPED.replace('"not sent")', f'"not sent"){raised}')
    hidden = [step for step in found_in(tmp_path, text, "DUO401").proof if step.kind == "hidden"]
    assert [step.text for step in hidden] == [f"`{handler}` swallows the error that this leads to"]


def test_the_call_whose_result_nobody_can_read_is_named(tmp_path: Path) -> None:
    text = """\
async def _note(book, text: str) -> None:
    print(text)
    book.page().write(text)


async def _keep(shelf, text: str) -> None:
    shelf.book.write(text)


async def sell(shelf) -> None:
    await _note(shelf, "sold")
    await _keep(shelf, "sold")
"""
    found = [one.proof[-1] for one in _findings(tmp_path, text) if one.code == "DUO201"]
    rest = "gives can't be read, and is dropped: an `await` may be missing there"
    assert [one.text for one in found] == [f"what `write(…)` {rest}", f"what `shelf.book.write(…)` {rest}"]
    assert [one.place.line for one in found if one.place] == [3, 7]


def test_what_is_plain_is_not_to_be_awaited_where_it_starts_a_loop(tmp_path: Path) -> None:
    text = """\
import asyncio


async def count() -> None:
    await asyncio.sleep(1)


def tally() -> None:
    asyncio.run(count())


async def close() -> None:
    await asyncio.sleep(1)
    tally()


async def leave() -> None:
    await asyncio.sleep(1)
    asyncio.run(count())
"""
    assert [one.message.partition("; ")[2] for one in _findings(tmp_path, text) if one.code == "DUO401"] == [
        "make it async and await what it runs, or use duotone.run",
        "await what it runs, or use duotone.run",
    ]
