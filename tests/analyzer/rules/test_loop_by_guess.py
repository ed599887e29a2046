"""What is advised in place of `get_event_loop()`: a loop that others use too must not become several."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence, Finding, Severity
from duotone.analyzer.settings import Settings


def found(folder: Path, text: str) -> list[Finding]:
    path = folder / "app.py"
    path.write_text(textwrap.dedent(text))
    return [one for one in check([path], Settings(root=folder, jobs=1)).findings if one.code == "DUO402"]


def advice(folder: Path, text: str) -> list[str]:
    return [one.message.rpartition("; ")[2] for one in found(folder, text)]


@pytest.mark.parametrize(
    ("function", "severity", "is_safe"),
    [
        pytest.param("async def later(call)", Severity.NOTE, True, id="coroutine"),
        pytest.param("def later(call)", Severity.WARNING, False, id="plain"),
    ],
)
def test_in_a_coroutine_it_is_a_note_with_a_safe_fix(
    tmp_path: Path, function: str, severity: Severity, *, is_safe: bool
) -> None:
    text = f"import asyncio\n\n{function}:\n    asyncio.get_event_loop().call_later(1, call)\n"
    [one] = found(tmp_path, text)
    assert one.severity is severity
    assert one.fix is not None
    assert one.fix.is_safe is is_safe


def test_one_coroutine_is_run_by_asyncio_run(tmp_path: Path) -> None:
    text = """
        import asyncio

        def start(main):
            loop = asyncio.get_event_loop()
            loop.run_until_complete(main())
            loop.close()
    """
    assert [one.startswith("use asyncio.run") for one in advice(tmp_path, text)] == [True]


def test_one_task_is_run_by_asyncio_run_too(tmp_path: Path) -> None:
    text = """
        import asyncio

        def start(main):
            loop = asyncio.get_event_loop()
            task = loop.create_task(main())
            loop.run_until_complete(task)
    """
    assert [one.startswith("use asyncio.run") for one in advice(tmp_path, text)] == [True]


def test_who_asks_whether_a_loop_runs_is_told_how(tmp_path: Path) -> None:
    text = """
        import asyncio

        class Model:
            def stop(self, work):
                loop = asyncio.get_event_loop()
                if loop.is_running():
                    self.task = loop.create_task(work())
                else:
                    asyncio.run(work())
    """
    assert ["catch its RuntimeError" in one for one in advice(tmp_path, text)] == [True]


def test_who_only_wants_the_time_is_told_of_a_clock(tmp_path: Path) -> None:
    text = """
        import asyncio

        class Monitor:
            def __init__(self):
                self.checks = []

            def record(self, name):
                self.checks.append((name, asyncio.get_event_loop().time()))
    """
    assert ["time.monotonic()" in one for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("loop.run_until_complete(make(loop))", id="given-to-others"),
        pytest.param("loop.create_task(make())\n    loop.run_until_complete(make())", id="run-beside-another"),
        pytest.param("loop.run_until_complete(make())\n    loop.run_until_complete(make())", id="run-twice"),
        pytest.param("make()\n    loop.run_forever()", id="run-for-what-is-scheduled-elsewhere"),
    ],
)
def test_a_loop_that_is_used_for_more_is_kept(tmp_path: Path, body: str) -> None:
    text = f"import asyncio\n\ndef start(make):\n    loop = asyncio.get_event_loop()\n    {body}\n"
    assert ["keep it" in one for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(("made", "is_kept"), [("action(*given)", True), ("given[0]()", False)])
def test_a_loop_of_a_function_that_a_method_gives_out_is_kept_for_what_it_runs(
    tmp_path: Path, made: str, *, is_kept: bool
) -> None:
    text = f"""
        import asyncio

        class Stove:
            def plain(self, recipe, name):
                action = getattr(recipe, name)

                def act(*given):
                    return asyncio.get_event_loop().run_until_complete({made})

                return act
    """
    assert ["keep it" in one for one in advice(tmp_path, text)] == [is_kept]


def test_a_loop_that_the_methods_of_an_object_share_is_kept(tmp_path: Path) -> None:
    text = """
        import asyncio

        class Client:
            def ask(self, question):
                return asyncio.get_event_loop().run_until_complete(question)
    """
    assert ["keep it" in one for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("while True:\n        {ask}(game.step())", id="again-and-again"),
        pytest.param("yield {ask}(anext(game))", id="between-the-steps-of-a-generator"),
    ],
)
def test_a_loop_that_is_asked_for_at_each_step_is_kept(tmp_path: Path, body: str) -> None:
    ask = "asyncio.get_event_loop().run_until_complete"
    text = f"import asyncio\n\ndef play(game):\n    {body.format(ask=ask)}\n"
    assert ["keep it" in one for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(
    "given",
    [
        pytest.param("loop.call_later(2, grow)", id="timer"),
        pytest.param("loop.create_task(work()).add_done_callback(grow)", id="done"),
        pytest.param("loop.call_soon(functools.partial(grow, 1))", id="partial"),
    ],
)
def test_a_callback_of_a_loop_is_told_to_ask_for_the_running_one(tmp_path: Path, given: str) -> None:
    text = f"""
        import asyncio, functools

        async def work():
            await asyncio.sleep(1)

        def grow(*args):
            asyncio.get_event_loop().set_debug(True)

        def main(loop):
            {given}

        main(asyncio.new_event_loop())
    """
    if "create_task" in given:
        text = text.replace("main(loop)", "main(loop: asyncio.AbstractEventLoop)")
    assert advice(tmp_path, text) == ["`get_running_loop()` says so and can't guess"]


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        pytest.param("self._loop.call_soon_threadsafe(print)", "`get_running_loop()` says so", id="told-by-threads"),
        pytest.param("send(self._loop)", "ask for get_running_loop() where coroutines", id="given-to-others"),
        pytest.param("self._loop.run_until_complete(send())", "others may use the same one", id="run"),
        pytest.param("self._loop.is_running() or self._loop.run_forever()", "keep get_running_loop() where", id="both"),
    ],
)
def test_an_object_that_keeps_a_loop_is_told_what_the_loop_is_for(tmp_path: Path, use: str, expected: str) -> None:
    text = f"""
        import asyncio

        class Signal:
            def __init__(self):
                self._loop: asyncio.AbstractEventLoop = asyncio.get_event_loop()

            def tell(self, send):
                {use}
    """
    assert [one.startswith(expected) for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("return Session(loop=asyncio.get_event_loop())", "ask for get_running_loop() if", id="given-away"),
        pytest.param(
            "loop = asyncio.get_event_loop()\n    return pool[loop]", "ask for get_running_loop() if", id="key"
        ),
        pytest.param(
            "loop = asyncio.get_event_loop()\n    Bot(loop)\n    loop.run_forever()", "others may use", id="run-too"
        ),
    ],
)
def test_a_function_that_gives_a_loop_away_is_told_to_get_it_or_be_given_it(
    tmp_path: Path, body: str, expected: str
) -> None:
    text = f"import asyncio\nfrom web import Bot, Session, pool\n\ndef get():\n    {body}\n"
    assert [one.startswith(expected) for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        pytest.param("asyncio.gather(work(), work())", "of a coroutine that", id="gather"),
        pytest.param("both()", "of a coroutine that", id="function-that-gathers"),
        pytest.param("work()", "or duotone.run", id="coroutine"),
    ],
)
def test_a_future_is_run_by_a_coroutine_that_makes_it(tmp_path: Path, run: str, expected: str) -> None:
    text = f"""
        import asyncio

        async def work():
            await asyncio.sleep(1)

        def both():
            task = asyncio.ensure_future(work())
            return asyncio.gather(work(), task)

        def main():
            loop = asyncio.get_event_loop()
            loop.run_until_complete({run})
    """
    assert [expected in one for one in advice(tmp_path, text)] == [True]


@pytest.mark.parametrize(
    ("body", "keeps"),
    [
        ("loop.run_until_complete(client.fetch(name))", True),
        ("client = connect(); loop.run_until_complete(client.fetch(name))", False),
        ("loop.run_until_complete(asyncio.sleep(name))", False),
        ("loop.run_until_complete(fetch(name))", False),
    ],
)
def test_what_an_object_of_the_module_does_is_run_on_a_loop_that_is_kept(
    body: str, tmp_path: Path, *, keeps: bool
) -> None:
    text = f"""
        import asyncio
        from clients import connect, fetch

        client = connect()

        def handle(name):
            loop = asyncio.get_event_loop()
            {body}
    """
    [advised] = advice(tmp_path, text)
    assert ("asyncio.Runner" in advised) is keeps
    assert ("asyncio.run," in advised) is not keeps


@pytest.mark.parametrize(
    ("header", "body"),
    [
        pytest.param("setUp(self)", "self.loop = asyncio.get_event_loop()", id="kept"),
        pytest.param("setUp(self)", "self.task = asyncio.get_event_loop().create_task(work())", id="used-as-running"),
        pytest.param("test_work(self)", "asyncio.get_event_loop().run_until_complete(work())", id="run"),
        pytest.param("test_work(self)", "work(asyncio.get_event_loop())", id="given-away"),
    ],
)
def test_a_test_case_is_told_of_one_for_coroutines_and_of_a_loop_of_its_own(
    tmp_path: Path, header: str, body: str
) -> None:
    text = f"""
        import asyncio
        import unittest
        from works import work

        class WorkTest(unittest.TestCase):
            def {header}:
                {body}
    """
    assert advice(tmp_path, text) == [
        "use unittest.IsolatedAsyncioTestCase, or asyncio.new_event_loop() in setUp and close it in tearDown"
    ]


def test_a_test_case_that_has_a_loop_may_ask_for_it(tmp_path: Path) -> None:
    text = """
        import asyncio
        import unittest

        class WorkTest(unittest.IsolatedAsyncioTestCase):
            def setUp(self):
                self.loop = asyncio.get_event_loop()
    """
    assert [one.confidence for one in found(tmp_path, text)] == [Confidence.POSSIBLE]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        pytest.param("set_debug(True)", "give it debug=True", id="debug"),
        pytest.param("set_exception_handler(print)", "say it in its coroutine, to get_running_loop()", id="handler"),
    ],
)
def test_what_is_told_to_another_loop_than_the_one_of_asyncio_run_is_lost(
    tmp_path: Path, told: str, expected: str
) -> None:
    text = f"""
        import asyncio

        def start(main, is_loud):
            if is_loud:
                asyncio.get_event_loop().{told}
            asyncio.run(main())
    """
    assert advice(tmp_path, text) == [f"asyncio.run makes another one, so this is lost: {expected}"]


@pytest.mark.parametrize(
    ("base", "second", "expected"),
    [
        pytest.param("TestCase", "@plain", "use unittest.IsolatedAsyncioTestCase", id="of-a-test-case"),
        pytest.param("object", "@plain", "others may use the same one", id="of-another-class"),
        pytest.param("object", "", "use asyncio.run", id="of-one-method"),
    ],
)
def test_a_decorator_of_several_methods_runs_them_on_the_loop_of_their_object(
    tmp_path: Path, base: str, second: str, expected: str
) -> None:
    text = f"""
        import asyncio
        from unittest import TestCase

        def plain(method):
            def run(*given):
                return asyncio.get_event_loop().run_until_complete(method(*given))

            return run

        class Client({base}):
            @plain
            async def setUp(self):
                self.connection = await connect()

            {second}
            async def ask(self):
                return await self.connection.ask()
    """
    assert [one.startswith(expected) for one in advice(tmp_path, text)] == [True]
