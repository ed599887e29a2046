"""`duotone fix` and `duotone check --fix`: what they change, what they leave alone, and how they end."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from duotone.analyzer.edits.change import Change, FileChange
from duotone.analyzer.edits.disk import Disk
from duotone.analyzer.edits.writing import write
from tests.cli.conftest import CLEAN, LOSING, Project

CHAIN = """\
class Client:
    async def user(self) -> "Client":
        return self

    async def name(self) -> str:
        return ""


async def show(client: Client) -> None:
    print(f"{client.user().name()}")
    await client.name()
"""


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_safe_fixes_are_written_and_the_exit_code_is_0_when_nothing_is_left(project: Project) -> None:
    file = project.write("pkg/a.py")
    other = project.write("b.py", LOSING.replace("\n", "\r\n"))
    done = project.run("fix")
    assert (done.code, done.err) == (0, "Fixed 2 faults in 2 files\n")
    assert file.read_text(encoding="utf-8") == CLEAN
    assert other.read_bytes() == CLEAN.replace("\n", "\r\n").encode()


def test_fixing_twice_is_fixing_once(project: Project) -> None:
    file = project.write("a.py")
    project.run("fix")
    done = project.run("fix")
    assert (done.code, done.err) == (0, "Fixed nothing\n")
    assert file.read_text(encoding="utf-8") == CLEAN


def test_what_a_fix_uncovers_is_fixed_in_the_next_round(project: Project) -> None:
    file = project.write("a.py", CHAIN)
    assert project.run("fix", "--select", "DUO10").code == 0
    assert 'print(f"{await (await client.user()).name()}")' in file.read_text(encoding="utf-8")


def test_a_patch_is_printed_and_nothing_written(project: Project) -> None:
    file = project.write("a.py")
    done = project.run("fix", "--diff")
    assert (done.code, done.err) == (1, "Would fix 1 fault in 1 file\n")
    assert "--- a/a.py\n+++ b/a.py\n" in done.out
    assert "-    lose()\n+    await lose()\n" in done.out
    assert file.read_text(encoding="utf-8") == LOSING
    assert project.run("check", "--diff").out == done.out
    subprocess.run(["git", "apply", "-"], input=done.out, text=True, check=True, cwd=project.root)  # noqa: S607
    assert file.read_text(encoding="utf-8") == CLEAN
    assert project.run("fix", "--diff").code == 0


def test_the_choice_of_rules_suppressions_and_the_baseline_are_heard(project: Project) -> None:
    project.write("allowed.py", LOSING.replace("lose()\n", "lose()  # duotone: allow lost-coroutine -- a test\n"))
    project.write("accepted.py")
    project.run("baseline")
    file = project.write("new.py")
    done = project.run("fix", "--select", "DUO101")
    assert (done.code, done.err) == (0, "Fixed 1 fault in 1 file\n")
    assert file.read_text(encoding="utf-8") == CLEAN
    assert (project.root / "accepted.py").read_text(encoding="utf-8") == LOSING
    project.write("new.py")
    assert project.run("fix", "--ignore", "DUO101").err == "Fixed nothing\n"


def test_an_accepted_finding_is_left_alone_when_its_equal_before_it_is_fixed(project: Project) -> None:
    file = project.write("a.py", LOSING + "    lose()\n")
    project.run("baseline")
    baseline = project.root / "duotone-baseline.json"
    entries = json.loads(baseline.read_text(encoding="utf-8"))
    findings = json.loads(project.run("check", "--no-baseline", "--output-format", "json").out)["findings"]
    last = findings[-1]["fingerprint"]
    entries["findings"] = [one for one in entries["findings"] if one["fingerprint"] == last]
    baseline.write_text(json.dumps(entries), encoding="utf-8")
    project.run("fix")
    assert file.read_text(encoding="utf-8") == CLEAN + "    lose()\n"


def test_what_is_left_is_counted_and_the_exit_code_is_1(project: Project) -> None:
    project.write("a.py", LOSING + "\n\nasync def each() -> None:\n    for _ in range(3):\n        await range(3)\n")
    done = project.run("fix")
    assert done.code == 1
    assert done.err.startswith("Fixed 1 fault in 1 file (1 ")


def test_check_fixes_and_shows_what_is_left(project: Project) -> None:
    file = project.write("a.py", LOSING + "    import time\n    time.sleep(1)\n")
    done = project.run("check", "--fix", "--output-format", "concise")
    assert done.code == 1
    assert "DUO301" in done.out
    assert "DUO101" not in done.out
    assert done.err == "Fixed 1 fault in 1 file (1 has no fix)\n"
    assert "await lose()" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "--unsafe-fixes"),
        ("check", "--fix", "--watch"),
        ("check", "--fix", "-"),
        ("fix", "--undo", "--diff"),
        ("fix", "--undo"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(arguments: tuple[str, ...], project: Project) -> None:
    project.write("a.py")
    done = project.run(*arguments)
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert done.err.count("\n") == 1


def test_undo_restores_and_refuses_what_was_changed_since(project: Project) -> None:
    file = project.write("a.py")
    project.run("fix")
    done = project.run("fix", "--undo")
    assert (done.code, done.err) == (0, "Undid `fix 1 fault`: 1 file restored\n")
    assert file.read_text(encoding="utf-8") == LOSING
    project.run("fix")
    file.write_text("mine\n", encoding="utf-8")
    done = project.run("fix", "--undo")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert str(file) in done.err
    assert file.read_text(encoding="utf-8") == "mine\n"


def test_standard_input_is_printed_fixed_in_its_own_bytes(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# coding: latin-1\r\n# ä\r\n" + LOSING.replace("\n", "\r\n")
    give(monkeypatch, text.encode("latin-1"))
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    assert project.run("fix", "-", "--stdin-filename", "a.py").code == 0
    buffer = out.buffer
    assert isinstance(buffer, io.BytesIO)
    assert buffer.getvalue() == text.replace("    lose()", "    await lose()").encode("latin-1")
    assert not (project.root / "a.py").exists()


def test_what_has_nothing_to_fix_is_printed_as_it_is(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, CLEAN.encode())
    done = project.run("fix", "-", "--quiet")
    assert (done.code, done.out, done.err) == (0, CLEAN, "")


def test_a_file_that_can_not_be_written_back_is_left_out_with_a_warning(project: Project) -> None:
    file = project.root / "a.py"
    data = LOSING.encode() + b"    '\xff'\n"
    file.write_bytes(data)
    good = project.write("b.py")
    done = project.run("fix")
    assert done.code == 1
    assert done.err.startswith("warning: a.py can't be edited")
    assert file.read_bytes() == data
    assert good.read_text(encoding="utf-8") == CLEAN


def test_a_notebook_is_fixed_in_its_cell(project: Project) -> None:
    lines = [line + "\n" for line in LOSING.splitlines()]
    cell: dict[str, object] = {"cell_type": "code", "metadata": {}, "outputs": [], "source": lines}
    text = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4}, indent=1) + "\n"
    file = project.write("n.ipynb", text)
    assert project.run("fix", "--select", "DUO101").code == 0
    assert file.read_text(encoding="utf-8") == text.replace('"    lose()', '"    await lose()')


class Killed(BaseException):
    """Stands for the end of the process."""


class Dying(Disk):
    """Dies at the first rename into the tree."""

    is_dead = False

    def step(self, what: str, path: Path) -> None:
        self.is_dead = self.is_dead or (what == "replace" and path.suffix == ".py")
        if self.is_dead:
            raise Killed


def test_an_interrupted_change_is_told_of_in_one_line(project: Project) -> None:
    file = project.write("a.py")
    with pytest.raises(Killed):
        write(Change(project.root, "fix 1 fault", (FileChange(file, LOSING.encode(), CLEAN.encode()),)), disk=Dying())
    assert file.read_text(encoding="utf-8") == LOSING
    done = project.run("fix")
    assert done.err == "an interrupted change was carried through: fix 1 fault\nFixed nothing\n"
    assert file.read_text(encoding="utf-8") == CLEAN
