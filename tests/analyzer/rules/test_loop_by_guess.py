"""What is advised in place of `get_event_loop()`, by what the loop is for."""

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
        pytest.param("loop.run_until_complete(make())\n    loop.close()", id="once"),
        pytest.param("loop.run_until_complete(make(loop))", id="given-to-others"),
        pytest.param("loop.create_task(make())\n    loop.run_until_complete(make())", id="beside-another"),
        pytest.param("loop.run_until_complete(make())\n    loop.run_until_complete(make())", id="twice"),
        pytest.param("make()\n    loop.run_forever()", id="for-what-is-scheduled-elsewhere"),
    ],
)
def test_who_runs_something_is_told_of_a_loop_for_it_alone_and_of_one_that_is_kept(tmp_path: Path, body: str) -> None:
    text = f"import asyncio\n\ndef start(make):\n    loop = asyncio.get_event_loop()\n    {body}\n"
    [advised] = advice(tmp_path, text)
    assert [name in advised for name in ("asyncio.run,", "asyncio.Runner", "duotone.run")] == [True, True, True]


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
        pytest.param("send(self._loop)", "ask for get_running_loop() if coroutines", id="given-to-others"),
        pytest.param("self._loop.run_until_complete(send())", "run one coroutine alone", id="run"),
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
            "loop = asyncio.get_event_loop()\n    Bot(loop)\n    loop.run_forever()",
            "run one coroutine alone",
            id="run-too",
        ),
    ],
)
def test_a_function_that_gives_a_loop_away_is_told_to_get_it_or_be_given_it(
    tmp_path: Path, body: str, expected: str
) -> None:
    text = f"import asyncio\nfrom web import Bot, Session, pool\n\ndef get():\n    {body}\n"
    assert [one.startswith(expected) for one in advice(tmp_path, text)] == [True]


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
