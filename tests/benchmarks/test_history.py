"""Faults that a repository had are found in its history, and what only looks like one is not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks.history.checking import verdicts
from benchmarks.history.finding import PER_COMMIT, Fault, chosen, faults
from benchmarks.history.repository import Repository

STORE = """
class Store:
    async def save(self, order):
        return await self.write(order)

    async def write(self, order):
        return order

    def count(self):
        return 1
"""


class Work:
    """A repository in the making."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._git("init", "-q", "-b", "main")

    def commit(self, **files: str) -> None:
        """Write modules and commit them."""
        for name, text in files.items():
            (self.folder / f"{name}.py").write_text(text.lstrip("\n"))
        self._git("add", "-A")
        self._git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", "A change")

    def faults(self) -> list[Fault]:
        """What its history has."""
        return list(faults(Repository(self.folder)))

    def _git(self, *words: str) -> None:
        subprocess.run(["git", "-C", str(self.folder), *words], check=True)  # noqa: S607


@pytest.fixture
def work(tmp_path: Path) -> Work:
    return Work(tmp_path)


def fixed(work: Work, before: str, after: str) -> list[Fault]:
    """Commit a module twice beside the store."""
    head = "from store import Store\n\n\n"
    work.commit(store=STORE, app=head + before.lstrip("\n"))
    work.commit(app=head + after.lstrip("\n"))
    return work.faults()


def in_async(line: str) -> str:
    return f"async def handle(store: Store, order):\n    {line}\n    return 1\n"


@pytest.mark.parametrize(
    ("before", "after", "use"),
    [
        ("store.save(order)", "await store.save(order)", "statement"),
        ("kept = store.save(order)", "kept = await store.save(order)", "assigned"),
        ("return store.save(order)", "return await store.save(order)", "returned"),
        ("print(store.save(order))", "print(await store.save(order))", "argument"),
        ("store.save(order).strip()", "(await store.save(order)).strip()", "attribute"),
        ("kept = store.save(order)", "kept = await store.save(\n        order,\n    )", "assigned"),
    ],
)
def test_a_call_that_gained_await_is_a_fault(work: Work, before: str, after: str, use: str) -> None:
    [fault] = fixed(work, in_async(before), in_async(after))
    assert (fault.path, fault.line, fault.callee, fault.use) == ("app.py", 5, "save", use)
    assert fault.was_async
    assert not fault.is_hidden


def test_a_condition_is_found_by_its_head_alone(work: Work) -> None:
    before = in_async("if store.save(order):\n        order = 1")
    after = in_async("if await store.save(order):\n        order = 2")
    [fault] = fixed(work, before, after)
    assert (fault.use, fault.first, fault.last) == ("condition", 5, 5)


def test_a_function_that_became_async_with_the_fix_is_told_apart(work: Work) -> None:
    before = "def handle(store: Store, order):\n    store.save(order)\n"
    after = "async def handle(store: Store, order):\n    await store.save(order)\n"
    [fault] = fixed(work, before, after)
    assert not fault.was_async


def test_a_broad_except_around_it_is_told(work: Work) -> None:
    text = "try:\n        {}store.save(order)\n    except Exception:\n        pass"
    [fault] = fixed(work, in_async(text.format("")), in_async(text.format("await ")))
    assert fault.is_hidden


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("store.save(order)", "await store.save(order, 1)", id="another call"),
        pytest.param("store.count()", "await store.count()", id="a plain function"),
        pytest.param("await store.save(order)", "await  store.save(order)", id="awaited before"),
        pytest.param(
            "kept = store.save(order); await kept", "kept = await store.save(order); kept", id="awaited later"
        ),
        pytest.param(
            "asyncio.create_task(store.save(order))", "asyncio.create_task(await store.save(order))", id="task"
        ),
        pytest.param("asyncio.run(store.save(order))", "await store.save(order)", id="run before"),
        pytest.param(
            "jobs = []\n    jobs.append(store.save(order))\n    await asyncio.gather(*jobs)",
            "jobs = []\n    jobs.append(await store.save(order))\n    print(*jobs)",
            id="gathered later",
        ),
        pytest.param(
            "raise NotImplementedError\n    store.save(order)",
            "raise NotImplementedError\n    await store.save(order)",
            id="after what leaves",
        ),
    ],
)
def test_what_was_right_before_is_none(work: Work, before: str, after: str) -> None:
    assert fixed(work, in_async(before), in_async(after)) == []


def test_a_function_that_hands_a_coroutine_to_its_caller_was_right(work: Work) -> None:
    before = "def handle(store: Store, order):\n    return store.save(order)\n"
    after = "async def handle(store: Store, order):\n    return await store.save(order)\n"
    assert fixed(work, before, after) == []


def test_an_async_function_that_is_said_to_give_an_awaitable_was_right(work: Work) -> None:
    text = "async def handle(store: Store, order) -> Awaitable[int]:\n    return {}store.save(order)\n"
    assert fixed(work, text.format(""), text.format("await ")) == []


def test_a_test_that_is_always_skipped_has_none(work: Work) -> None:
    text = "@pytest.mark.skip('later')\nasync def test_store(store: Store):\n    {}store.save(1)\n"
    assert fixed(work, text.format(""), text.format("await ")) == []


def test_an_object_that_a_plain_function_is_given_may_be_of_another_package(work: Work) -> None:
    before = "def handle(store, order):\n    store.save(order)\n"
    after = "async def handle(store, order):\n    await store.save(order)\n"
    assert fixed(work, before, after) == []


def test_what_a_decorator_begins_runs_without_await(work: Work) -> None:
    work.commit(
        store=STORE.replace("    async def save", "    @task\n    async def save"), app=in_async("store.save(1)")
    )
    work.commit(app=in_async("await store.save(1)"))
    assert work.faults() == []


def test_a_recolored_callee_is_none(work: Work) -> None:
    app = "async def handle(store, order):\n    {}store.save(order)\n"
    work.commit(store=STORE.replace("async def save", "def save"), app=app.format(""))
    work.commit(store=STORE, app=app.format("await "))
    assert work.faults() == []


@pytest.mark.parametrize(
    "app",
    [
        pytest.param(
            "import shelves\n\n\nasync def handle(store: shelves.Shelf, order):\n    {}store.save(order)\n",
            id="a parameter of another package's",
        ),
        pytest.param(
            "import shelves\n\nstore = shelves.Shelf()\n\n\nasync def handle(order):\n    {}store.save(order)\n",
            id="a variable that another package made",
        ),
        pytest.param(
            "async def handle(order):\n    import shelves\n    store = shelves.made()\n    {}store.first.save(order)\n",
            id="a local that another package made",
        ),
        pytest.param(
            "from shelves import opened\n\nasync def handle(order):\n    with opened() as store: {}store.save(order)\n",
            id="what another package gives to enter",
        ),
        pytest.param("async def handle(store):\n    {}store.save()\n", id="arguments that it doesn't take"),
        pytest.param("async def handle(store):\n    {}store.open_stub()\n", id="what only tests define"),
    ],
)
def test_what_may_be_another_function_of_the_name_is_none(work: Work, app: str) -> None:
    stub = "class Stub:\n    async def open_stub(self):\n        return 1\n"
    work.commit(store=STORE, test_stub=stub, app=app.format(""))
    work.commit(app=app.format("await "))
    assert work.faults() == []


def test_a_draw_is_the_same_again_and_takes_a_few_of_each_commit(work: Work) -> None:
    body = "async def handle(store, order):\n" + "".join(f"    {{0}}store.save({one})\n" for one in range(9))
    found = fixed(work, body.format(""), body.format("await "))
    drawn = chosen(found, 100, seed=1)
    assert len(found) == 9
    assert len(drawn) == PER_COMMIT
    assert drawn == chosen(found, 100, seed=1)
    assert len(chosen(found, 2, seed=1)) == 2


def test_the_tree_before_the_fix_is_checked(work: Work) -> None:
    found = fixed(work, in_async("store.save(order)"), in_async("await store.save(order)"))
    assert list(verdicts(Repository(work.folder), found)) == [(found[0], True)]
