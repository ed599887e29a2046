"""What is advised where a helper blocks: its async twin, a thread where plain code needs the helper, or another end."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.settings import Settings

HEAD = """
import asyncio
import queue
import sqlite3
import time


class Mill:
    def __init__(self) -> None:
        self.grain: queue.Queue[str] = queue.Queue()
        self.book = sqlite3.connect("mill.db")

    def grind(self) -> str:
        return self.grain.get()

"""
SHARED = "\n\ndef main() -> None:\n    print(Mill().grind())\n"


def told(folder: Path, text: str) -> list[tuple[str, str]]:
    """The message of each finding about a helper, and the last step of its proof."""
    path = folder / "app.py"
    path.write_text(text)
    found = check([path], Settings(root=folder, jobs=1)).findings
    return [(one.message, one.proof[-1].text) for one in found if one.code == "DUO302"]


def methods(text: str) -> str:
    return HEAD + textwrap.indent(textwrap.dedent(text), "    ")


@pytest.mark.parametrize("name", ["grind_async", "agrind", "async_grind"])
def test_an_async_twin_beside_the_helper_is_named(tmp_path: Path, name: str) -> None:
    text = methods(f"""
        async def {name}(self) -> str:
            await asyncio.sleep(1)
            return "flour"

        async def bake(self) -> str:
            await asyncio.sleep(1)
            return self.grind()
    """)
    [(message, because)] = told(tmp_path, text + SHARED)
    assert message.endswith(f"; `Mill.{name}` is its async twin")
    assert "asyncio.Queue" not in because


def test_a_twin_that_blocks_as_well_is_not_named_and_gets_a_thread(tmp_path: Path) -> None:
    text = methods("""
        async def agrind(self) -> str:
            await asyncio.sleep(1)
            return self.grind()

        async def bake(self) -> str:
            await asyncio.sleep(1)
            return self.grind()
    """)
    of_twin, of_other = told(tmp_path, text)
    assert of_twin[0].endswith("asyncio.to_thread(...) here")
    assert of_other[0].endswith("it leads to `queue.Queue.get`")
    assert of_other[1].endswith(
        "asyncio.Queue where coroutines fill it, or await asyncio.to_thread(...) where threads do"
    )


@pytest.mark.parametrize(("rest", "is_offered"), [(SHARED, True), ("", False)])
def test_a_helper_that_plain_code_calls_too_gets_a_thread(tmp_path: Path, rest: str, *, is_offered: bool) -> None:
    text = methods("""
        async def bake(self) -> str:
            await asyncio.sleep(1)
            return self.grind()
    """)
    [(message, because)] = told(tmp_path, text + rest)
    assert message.endswith("asyncio.to_thread(...) here") is is_offered
    assert ("asyncio.Queue" in because) is not is_offered


@pytest.mark.parametrize(
    ("helper", "use"),
    [
        pytest.param("def rows(self):\n    return self.book.execute('select 1')", "self.rows()", id="of-its-thread"),
        pytest.param("@property\ndef flour(self):\n    return self.grain.get()", "self.flour", id="property"),
        pytest.param("def ground(self):\n    yield self.grain.get()", "[*map(str, self.ground())]", id="generator"),
        pytest.param(
            "def timed(self):\n    asyncio.get_running_loop()\n    time.sleep(1)", "self.timed()", id="of-the-loop"
        ),
    ],
)
def test_what_no_thread_can_run_in_its_place_gets_none(tmp_path: Path, helper: str, use: str) -> None:
    text = methods(
        f"{helper}\n\nasync def bake(self):\n    await asyncio.sleep(1)\n    {use}\n\ndef show(self):\n    {use}\n"
    )
    assert not any("to_thread(...) here" in message for message, _ in told(tmp_path, text))


@pytest.mark.parametrize("call", ["grind('rye')", "here().grind('rye')"])
def test_what_a_decorator_wraps_is_named_as_it_is_called(tmp_path: Path, call: str) -> None:
    text = f"""
import asyncio
import time


def patient(function):
    def wrapper(*args):
        time.sleep(3)
        return function(*args)

    return wrapper


@patient
def grind(grain: str) -> str:
    return grain


class Here:
    @patient
    def grind(self, grain: str) -> str:
        return grain


def here() -> Here:
    return Here()


async def bake() -> str:
    await asyncio.sleep(1)
    return {call}
"""
    path = tmp_path / "app.py"
    path.write_text(text)
    [finding] = check([path], Settings(root=tmp_path, jobs=1)).findings
    assert finding.message == "`grind` blocks the event loop: it leads to `time.sleep`"
    assert finding.proof[0].text == "`grind` is `patient.wrapper` here"


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("subprocess.run('make', shell=True)", "shell"),
        ("subprocess.run(['make'])", "exec"),
        ("subprocess.run(['make'], shell=False)", "exec"),
        ("subprocess.getoutput('make')", "shell"),
        ("os.system('make')", "shell"),
    ],
)
def test_a_line_for_a_shell_is_advised_to_go_to_one(tmp_path: Path, call: str, instead: str) -> None:
    path = tmp_path / "app.py"
    path.write_text(
        "import asyncio\nimport os\nimport subprocess\n\n\n"
        f"async def build():\n    {call}\n    await asyncio.sleep(1)\n"
    )
    [finding] = check([path], Settings(root=tmp_path, jobs=1)).findings
    assert finding.message.endswith(f"; use asyncio.create_subprocess_{instead}")


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("mill.wait()", "await asyncio.to_thread(...), or asyncio.create_subprocess_exec where the object is made"),
        (
            "self.mill.wait()",
            "await asyncio.to_thread(...), or asyncio.create_subprocess_exec where the object is made",
        ),
        ("subprocess.Popen(['mill']).wait()", "asyncio.create_subprocess_exec"),
        ("self.book.executescript('vacuum')", "aiosqlite"),
    ],
)
def test_an_object_that_others_have_too_is_left_as_it_is(tmp_path: Path, call: str, instead: str) -> None:
    path = tmp_path / "app.py"
    path.write_text(
        "import asyncio\nimport sqlite3\nimport subprocess\n\n\n"
        "class Baker:\n"
        "    def __init__(self, mill: subprocess.Popen[bytes], book: sqlite3.Connection) -> None:\n"
        "        self.mill = mill\n"
        "        self.book = book\n\n"
        "    async def bake(self, mill: subprocess.Popen[bytes]) -> None:\n"
        f"        {call}\n"
        "        await asyncio.sleep(1)\n"
    )
    [finding] = check([path], Settings(root=tmp_path, jobs=1)).findings
    assert finding.message.endswith(f"; use {instead}")


@pytest.mark.parametrize(("rest", "is_offered"), [(SHARED, True), ("", False)])
def test_a_helper_further_on_that_plain_code_calls_too_stays_as_well(
    tmp_path: Path, rest: str, *, is_offered: bool
) -> None:
    text = methods("""
        def mix(self) -> str:
            return self.grind()

        async def bake(self) -> str:
            await asyncio.sleep(1)
            return self.mix()
    """)
    [(message, because)] = told(tmp_path, text + rest)
    advice = "; plain code needs `Mill.grind` as it is, so use await asyncio.to_thread(...) here"
    assert message.endswith(advice) is is_offered
    assert ("asyncio.Queue" in because) is not is_offered


def test_helpers_of_one_function_get_the_same_advice_near_and_far(tmp_path: Path) -> None:
    text = methods("""
        def mix(self) -> str:
            return self.grind()

        async def bake(self) -> str:
            await asyncio.sleep(1)
            self.grind()
            return self.mix()
    """)
    found = told(tmp_path, text + SHARED)
    assert len(found) == 2
    assert all(message.endswith("asyncio.to_thread(...) here") for message, _ in found)


@pytest.mark.parametrize(
    ("use", "is_named"),
    [
        ("async def bake():\n        await asyncio.sleep(1)\n        return grind()\n    return bake", True),
        (
            "return grind\n\n\nasync def bake():\n    await asyncio.sleep(1)\n    grind = made()\n    return grind()",
            False,
        ),
    ],
    ids=["beside", "outside"],
)
def test_a_twin_within_a_function_is_named_only_there(tmp_path: Path, use: str, *, is_named: bool) -> None:
    text = f"""
import asyncio
import time


def made():
    def grind():
        time.sleep(3)

    async def agrind():
        await asyncio.sleep(3)

    {use}
"""
    [(message, _)] = told(tmp_path, text)
    assert message.endswith("`made.agrind` is its async twin") is is_named
