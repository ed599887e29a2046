"""`duotone fix --carry` as it is used: a plan, a patch, one edit with its proof, and what stands in its way."""

from __future__ import annotations

from tests.cli.conftest import Project

CLIENT = "import asyncio\n\n\nasync def fetch() -> str:\n    await asyncio.sleep(0)\n    return ''\n"
SERVICE = "from client import fetch\n\n\ndef title() -> str:\n    return fetch().upper()\n"
CARRIED = "from client import fetch\n\n\nasync def title() -> str:\n    return (await fetch()).upper()\n"
REFUSED = "import threading\nfrom service import title\n\nthreading.Thread(target=title).start()\n"


def test_the_plan_is_shown_and_nothing_written(project: Project) -> None:
    project.write("client.py", CLIENT)
    file = project.write("service.py", SERVICE)
    assert project.run("fix").err == "Fixed nothing (1 needs --unsafe-fixes; --carry shows a plan for 1)\n"
    done = project.run("fix", "--carry", "--no-progress")
    assert done.code == 0
    assert done.out == (
        "1 function to async\n"
        "  service.title  service.py:4\n"
        "\n"
        "would change\n"
        "  1  service.py  awaits what it lost\n"
        "\n"
        "1 definition changes color and 1 place gets an await or the bridge, in 1 file\n"
    )
    assert done.err == "nothing was written: this is the plan, and --unsafe-fixes carries it out\n"
    assert file.read_text(encoding="utf-8") == SERVICE


def test_it_is_written_with_unsafe_fixes_and_taken_back(project: Project) -> None:
    project.write("client.py", CLIENT)
    file = project.write("service.py", SERVICE)
    done = project.run("fix", "--carry", "--unsafe-fixes", "--no-progress")
    assert (done.code, done.err) == (0, "wrote 1 file; checked again, no new finding; --undo takes it back\n")
    assert file.read_text(encoding="utf-8") == CARRIED
    assert project.run("fix", "--undo").code == 0
    assert file.read_text(encoding="utf-8") == SERVICE


def test_the_difference_is_a_patch(project: Project) -> None:
    project.write("client.py", CLIENT)
    file = project.write("service.py", SERVICE)
    done = project.run("fix", "--carry", "--diff", "--quiet")
    assert (done.code, done.err) == (1, "")
    assert "-    return fetch().upper()\n+async def title() -> str:\n+    return (await fetch()).upper()\n" in done.out
    assert file.read_text(encoding="utf-8") == SERVICE


def test_what_stands_in_the_way_is_named_and_nothing_written(project: Project) -> None:
    project.write("client.py", CLIENT)
    file = project.write("service.py", SERVICE)
    project.write("thread.py", REFUSED)
    done = project.run("fix", "--carry", "--unsafe-fixes", "--quiet")
    assert done.code == 1
    assert done.out == (
        "service.title can't be async\n"
        "  thread.py:4  title  it is passed around as a value, and who calls it would get a coroutine\n"
    )
    assert file.read_text(encoding="utf-8") == SERVICE


def test_there_may_be_nothing_to_carry(project: Project) -> None:
    project.write("client.py", CLIENT)
    done = project.run("fix", "--carry", "--no-progress")
    assert (done.code, done.err) == (0, "nothing to carry: no sync function that could be async loses a coroutine\n")


def test_wrong_use_is_one_line_and_exit_2(project: Project) -> None:
    for words in (("-",), ("--undo",)):
        done = project.run("fix", "--carry", *words)
        assert (done.code, done.err.count("\n")) == (2, 1)
