"""What counts as a drift between twins, and what the colors themselves ask for."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence, Finding
from duotone.analyzer.rules.twins.colorless import plain_name
from duotone.analyzer.rules.twins.comparing import differences
from duotone.analyzer.settings import Settings


def drift(source: str, side: str = "async") -> list[str]:
    """What differs between the two functions of a text, the async one first, as one side sees it."""
    ours, theirs = ast.parse(textwrap.dedent(source)).body
    assert isinstance(ours, ast.AsyncFunctionDef)
    assert isinstance(theirs, ast.FunctionDef)
    return [one.told(side) for one in differences(ours, theirs, is_method=False)]


def found(root: Path, files: dict[str, str]) -> list[Finding]:
    """The findings of the rule in a small project."""
    paths: list[Path] = []
    for name, text in files.items():
        path = root / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text))
        paths.append(path)
    report = check(paths, Settings(root=root))
    return [finding for finding in report.findings if finding.code == "DUO602"]


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("AsyncClient", "Client"),
        ("_AsyncClient", "_Client"),
        ("ClientAsync", "Client"),
        ("async_fetch", "fetch"),
        ("_async_fetch", "_fetch"),
        ("fetch_async", "fetch"),
        ("fetch_sync", "fetch"),
        ("aclose", "close"),
        ("__aenter__", "__enter__"),
        ("AsyncIterator", "Iterator"),
        ("add", "add"),
        ("async_", "async_"),
        ("sync", "sync"),
        ("synced", "synced"),
        ("Synchrotron", "Synchrotron"),
    ],
)
def test_a_plain_name_has_no_word_of_color(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def test_a_parameter_that_one_twin_lacks_is_told_from_both_sides() -> None:
    source = """
        async def fetch(url, timeout=10): return await get(url)
        def fetch(url, timeout=10, retries=3): return get(url, retries)
    """
    assert drift(source) == ["`retries` is missing"]
    assert drift(source, "sync") == ["`retries` is missing in the twin"]


def test_a_default_is_told_with_both_values() -> None:
    source = """
        async def poll(url, interval=5.0): return await get(url)
        def poll(url, interval=1.0): return get(url)
    """
    assert drift(source) == ["the default of `interval` is `5.0`, and `1.0` in the twin"]
    assert drift(source, "sync") == ["the default of `interval` is `1.0`, and `5.0` in the twin"]


@pytest.mark.parametrize(
    ("mine", "yours"),
    [
        ("10", "10.0"),
        ("None", "NOT_GIVEN"),
        ("None", "{}"),
        ("LIMIT", "10"),
        ("AsyncTransport()", "Transport()"),
        ("'x'", '"x"'),
    ],
)
def test_defaults_that_mean_the_same_are_equal(mine: str, yours: str) -> None:
    assert not drift(f"async def f(a, b={mine}): pass\ndef f(a, b={yours}): pass")


@pytest.mark.parametrize("default", ["1", "True"])
def test_a_default_that_only_one_twin_has_is_missing(default: str) -> None:
    assert drift(f"async def f(a, b): pass\ndef f(a, b={default}): pass") == ["the default of `b` is missing"]


@pytest.mark.parametrize(
    "name",
    ["loop", "executor", "callback", "max_concurrency", "cancel_scope", "timeout", "timeout_s", "sync_parent"],
)
def test_a_parameter_of_one_color_is_no_drift(name: str) -> None:
    assert not drift(f"async def f(a, b): pass\ndef f(a, b, {name}=None): pass")


@pytest.mark.parametrize(
    "source",
    [
        "async def f(a, **options): pass\ndef f(a, retries=3): pass",
        "async def f(a, *more): pass\ndef f(a, retries=3): pass",
        "async def f(a, source): pass\ndef f(a, file): pass",
        "async def f(name): pass\ndef f(left, right, middle): pass",
    ],
)
def test_parameters_that_are_taken_otherwise_or_are_wholly_others_are_no_drift(source: str) -> None:
    assert not drift(source)


def test_an_object_of_one_color_may_come_by_itself_in_the_other() -> None:
    assert not drift("async def f(a, session: AsyncSession): pass\ndef f(a, session: Session = CURRENT): pass")
    assert drift("async def f(a, size: int): pass\ndef f(a, size: int = 3): pass")


def test_a_function_that_only_refuses_is_nobodys_twin() -> None:
    assert not drift("async def f(a): raise NotImplementedError\ndef f(a, retries=3): pass")
    assert not drift("async def f(a, retries=3): pass\ndef f(a): raise TypeError('call it in a loop')")


def test_a_check_that_one_body_lacks_is_named() -> None:
    source = """
        async def save(store, key):
            if store.closed:
                raise RuntimeError("closed")
            await store.write(key)
        def save(store, key):
            if store.closed:
                raise RuntimeError("closed")
            if not key:
                raise ValueError("empty")
            store.write(key)
    """
    assert drift(source) == ["`if not key:` is missing"]


def test_a_call_that_the_sync_body_lacks_is_named() -> None:
    source = """
        async def save(store, key):
            key = key.strip()
            await store.write(key)
            await store.flush()
        def save(store, key):
            key = key.strip()
            store.write(key)
    """
    assert drift(source, "sync") == ["`await store.flush()` is missing"]


def test_an_argument_that_only_one_twin_passes_on_is_named() -> None:
    source = """
        async def ask(model, prompt, seed=0):
            prompt = prompt.strip()
            check(prompt)
            return await model.acomplete(prompt)
        def ask(model, prompt, seed=0):
            prompt = prompt.strip()
            check(prompt)
            return model.complete(prompt, seed=seed)
    """
    assert drift(source) == ["the argument `seed` is missing"]


def test_a_number_that_differs_is_told_with_its_statement() -> None:
    source = """
        async def page(client):
            check(client)
            rows = await client.fetch(limit=50)
            return rows
        def page(client):
            check(client)
            rows = client.fetch(limit=100)
            return rows
    """
    assert drift(source) == ["a value in `rows = await client.fetch(limit=50)` is `50`, and `100` in the twin"]


@pytest.mark.parametrize(
    "extra",
    [
        "logger.debug('x')",
        "loop = asyncio.get_running_loop()",
        "await asyncio.sleep(0)",
        "if IS_ASYNC: await prepare(path)",
        "name = path",
        "return None",
    ],
)
def test_what_a_color_needs_or_only_tells_is_no_drift(extra: str) -> None:
    source = f"""
        async def load(path):
            check(path)
            data = await read(path)
            {extra}
        def load(path):
            check(path)
            data = read(path)
    """
    assert not drift(source)


def test_statements_in_another_order_are_no_drift() -> None:
    source = """
        async def load(path):
            first(path)
            second(path)
            return await read(path)
        def load(path):
            second(path)
            first(path)
            return read(path)
    """
    assert not drift(source)


def test_a_facade_is_compared_by_its_parameters_only() -> None:
    source = """
        async def load_async(path, limit=3):
            check(path)
            refuse(limit)
            return await to_thread(load, path)
        def load(path, limit=5):
            check(path)
            return read(path)
    """
    assert drift(source) == ["the default of `limit` is `3`, and `5` in the twin"]


@pytest.mark.parametrize(
    "source",
    [
        "async def _load_async(call): return await to_thread(_load, call, 3)\ndef _load(call, entry): return call",
        "async def load_async(hub, a, b=1): return await to_thread(load, a, b)\ndef load(a, b, c=3): return a",
    ],
)
def test_a_facade_may_fill_in_what_its_twin_asks_for(source: str) -> None:
    assert not drift(source)


CLIENT = """
    class {0}Queue:
        {1}def push(self, item): return item
        {1}def pop(self): return 1
        {1}def peek(self): return 2
"""


def test_a_method_that_one_class_lacks_is_found_over_files_at_the_class_that_lags(tmp_path: Path) -> None:
    sync = CLIENT.format("", "") + "        def clear(self): self.items = []\n"
    (one,) = found(tmp_path, {"client": sync, "async_client": CLIENT.format("Async", "async ")})
    assert one.place.path == "async_client.py"
    assert one.message.endswith("`clear` is missing")
    assert [(step.place.path, step.place.line) for step in one.proof if step.place] == [
        ("client.py", 2),
        ("client.py", 6),
    ]


def test_a_method_that_a_base_has_is_not_missing(tmp_path: Path) -> None:
    base = "class Base:\n    def clear(self): pass\n"
    sync = CLIENT.format("", "") + "        def clear(self): self.items = []\n"
    asynchronous = CLIENT.format("Async", "async ").replace("AsyncQueue", "AsyncQueue(Base)")
    text = base + textwrap.dedent(sync) + textwrap.dedent(asynchronous)
    assert not found(tmp_path, {"client": text})


def test_classes_of_one_name_in_modules_of_two_colors_are_twins(tmp_path: Path) -> None:
    asynchronous = CLIENT.format("", "async ").replace(
        "push(self, item): return", "push(self, item, priority=0): return priority,"
    )
    files = {"shop/__init__": "", "shop/queue": CLIENT.format("", ""), "shop/async_queue": asynchronous}
    (one,) = found(tmp_path, files)
    assert one.place.path == "shop/queue.py"
    assert "`queue.Queue.push` has drifted from its twin `async_queue.Queue.push`: `priority` is missing" in one.message


def test_a_difference_that_most_twins_have_is_by_design(tmp_path: Path) -> None:
    pairs = "".join(
        f"def {name}(a, b, done=None): pass\nasync def {name}_async(a, b): pass\n"
        for name in ("get", "put", "list", "find")
    )
    assert not found(tmp_path, {"client": pairs})


def test_twins_among_tests_are_left_alone(tmp_path: Path) -> None:
    assert not found(tmp_path, {"test_it": "def run(a, b=1): pass\nasync def run_async(a, b=2): pass\n"})


@pytest.mark.parametrize("parameter", ["shared: SharedAiohttpSession", "pool: aio.Pool | None = None"])
def test_what_is_named_after_an_async_library_is_for_async_code(parameter: str) -> None:
    assert not drift(f"async def f(a, b, {parameter}): return await g(a, b, shared, pool)\ndef f(a, b): return g(a, b)")


@pytest.mark.parametrize(
    ("given", "confidence"),
    [("line", Confidence.POSSIBLE), ("line=1", Confidence.LIKELY), ("line, seats=2", Confidence.LIKELY)],
)
def test_what_a_constructor_requires_may_be_what_only_its_class_is_built_from(
    tmp_path: Path, given: str, confidence: Confidence
) -> None:
    text = f"""
        class AsyncBus:
            def __init__(self, a, b): self.a = a, b
            async def drive(self): return await self.a.drive()
        class Bus:
            def __init__(self, a, b, {given}): self.a = locals()
            def drive(self): return self.a.drive()
    """
    (one,) = found(tmp_path, {"bus": text})
    assert one.confidence is confidence
