"""`duotone mutate`, run on real trees with a real git and real commands."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from duotone.analyzer.mutate import command

CODE = textwrap.dedent("""
    import asyncio

    done = []

    async def save(name):
        done.append(name)

    async def work():
        await save("a")
        await save("b")

    async def idle():
        await save("c")

    if __name__ == "__main__":
        asyncio.run(work())
        assert "a" in done, done
""")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "main.py").write_text(CODE)
    monkeypatch.chdir(root)
    return root


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(arguments))


def git(*arguments: str) -> None:
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)  # noqa: S607


def ids(tree: Path) -> list[str]:
    assert run("--kind", "await", "--list", "--json", str(tree.parent / "found.json")) == 0
    return [one["id"] for one in json.loads((tree.parent / "found.json").read_text())["mutations"]]


def test_the_counts_come_by_default(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--kind", "await") == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["all", "3"]


def test_a_listing_has_a_line_per_mutation(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("main.py", "--kind", "await", "--list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["main.py:10:5", "main.py:11:5", "main.py:14:5"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_patches_apply_with_git(tree: Path, tmp_path: Path, newline: str) -> None:
    text = ("# ü\n" + CODE.rstrip("\n")).replace("\n", newline)
    (tree / "main.py").write_bytes(text.encode())
    assert run("--kind", "except", "--sample", "2", "--out", "../patches") == 0
    manifest = json.loads((tmp_path / "patches" / "manifest.json").read_text())
    assert len(manifest["mutations"]) == 2
    for mutation in manifest["mutations"]:
        git("apply", str(tmp_path / "patches" / f"{mutation['id']}.patch"))
        assert b"except Exception" in (tree / "main.py").read_bytes()
        (tree / "main.py").write_bytes(text.encode())


def test_one_is_planted_in_a_clean_file_only(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = ids(tree)[0]
    assert run("--apply", name) == 2
    assert "not in a git repository" in capsys.readouterr().err
    git("init", "-q")
    assert run("--apply", name) == 2
    assert "not committed" in capsys.readouterr().err
    git("add", ".")
    git("commit", "-qm", "first")
    assert run("--apply", name) == 0
    assert (tree / "main.py").read_text() == CODE.replace('await save("a")', 'save("a")')
    git("checkout", "--", "main.py")
    assert (tree / "main.py").read_text() == CODE


def test_encodings_and_marks_stay(tree: Path) -> None:
    for path, head, encoding in (("a.py", "# -*- coding: latin-1 -*- é", "latin-1"), ("b.py", "# é", "utf-8-sig")):
        (tree / path).write_bytes(
            f"{head}\nasync def f_{path[0]}(): ...\nasync def g():\n    await f_{path[0]}()\n".encode(encoding)
        )
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    for name in ids(tree):
        assert run("--apply", name) == 0
        git("checkout", "--", ".")
    assert run("--apply", ids(tree)[0]) == 0
    assert (tree / "a.py").read_bytes().startswith("# -*- coding: latin-1 -*- é".encode("latin-1"))


def test_a_command_is_tried_on_each_and_the_tree_stays(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    python = shlex.quote(sys.executable)
    assert run("--kind", "await", "--run", f"{python} main.py", "--json", "../out.json") == 1
    assert "1 of 3 noticed" in capsys.readouterr().out
    outcomes = json.loads((tree.parent / "out.json").read_text())["outcomes"]
    assert {one["line"]: one["verdict"] for one in outcomes} == {10: "killed", 11: "survived", 14: "survived"}
    assert (tree / "main.py").read_text() == CODE


def test_a_command_that_hangs_has_noticed(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hang = "grep -q 'await save(\"a\")' main.py || sleep 60"
    begun = time.monotonic()
    assert run("--kind", "await", "--run", hang, "--timeout", "0.5") == 1
    assert "1 of 3 noticed" in capsys.readouterr().out
    assert time.monotonic() - begun < 30


def test_a_command_that_fails_by_itself_is_refused(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--kind", "await", "--run", "exit 3") == 2
    assert "exits with 3 on the unchanged tree" in capsys.readouterr().err


def test_ctrl_c_leaves_the_tree_as_it_was_and_says_how_far_it_came(tree: Path, tmp_path: Path) -> None:
    program = (
        "import argparse, sys; from duotone.analyzer.mutate import command; p = argparse.ArgumentParser(); "
        "command.add_arguments(p); sys.exit(command.run(p.parse_args()))"
    )
    slow = f"grep -q 'await save(\"b\")' main.py || {{ touch {shlex.quote(str(tmp_path / 'begun'))}; sleep 60; }}"
    copies = tmp_path / "copies"
    copies.mkdir()
    child = subprocess.Popen(
        [sys.executable, "-c", program, "--kind", "await", "--run", slow],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(copies)},
    )
    while not (tmp_path / "begun").exists():
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=30)
    assert child.returncode == 130
    assert "interrupted after 1 of 3" in errors
    assert list(copies.iterdir()) == []
    assert (tree / "main.py").read_text() == CODE


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "nowhere"),
        (["--apply", "await-0"], "--list shows"),
        (["/"], None),
        (["empty"], "no Python files"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    tree: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str | None
) -> None:
    if words is None:
        arguments = [__file__]
        words = "is outside of"
    (tree / "empty").mkdir()
    assert run(*arguments) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_files_that_cant_be_read_are_counted(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "broken.py").write_text("def (:\n")
    (tree / "binary.py").write_bytes(b"\xff\xfe\x00")
    assert run("--kind", "await") == 0
    assert "1 files can't be read" in capsys.readouterr().err


def test_a_folder_that_cant_be_written_is_one_line_and_exit_2(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--kind", "await", "--out", "main.py") == 2
    assert capsys.readouterr().err == "error: main.py: File exists\n"


def test_environments_are_linked_and_caches_are_left_out(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (".venv", "__pycache__", ".git"):
        (tree / name).mkdir()
    assert run("main.py", "--kind", "await", "--run", "test -L .venv && test ! -e __pycache__ && test ! -e .git") == 1
    assert "0 of 3 noticed" in capsys.readouterr().out


def test_a_command_that_notices_everything_exits_0_and_shows_its_progress(
    tree: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert run("--kind", "await", "--run", "test $(grep -c await main.py) = 3") == 0
    said = capsys.readouterr()
    assert "not noticed" not in said.out
    assert "3 of 3" in said.err
    assert said.err.endswith("\r\x1b[K")


def test_a_sample_must_be_a_number_of_at_least_one(tree: Path) -> None:
    with pytest.raises(SystemExit) as refusal:
        run("--sample", "0")
    assert refusal.value.code == 2
