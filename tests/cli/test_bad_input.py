"""Bad input through the real command: one clear line, the right exit code, and what can be checked is checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import LOSING

FOUND = "a.py:9:5: DUO101"
CONCISE = ("--output-format", "concise")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text(LOSING, encoding="utf-8")
    return tmp_path


def duotone(cwd: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "duotone", "check", *arguments]
    return subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, check=False, timeout=300)


def said(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    return done.stderr.decode().splitlines()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\x7fELF\0\0", "not text"),
        ("async def f(): ...\n".encode("utf-16"), "not text"),
        (LOSING.encode() + b"#" * 5_000 + b"\0", "not text"),
        (b"# coding: nonsense\n", "unknown encoding: nonsense"),
        (b"x = 1\ny = '\xff'\n", "not utf-8: byte 0xff can't be decoded"),
        (b"# coding: rot13\n", "not an encoding for source code: rot13"),
    ],
)
def test_a_file_that_is_not_text_is_one_finding_beside_those_of_the_others(
    data: bytes, message: str, tree: Path
) -> None:
    (tree / "b.py").write_bytes(data)
    done = duotone(tree, *CONCISE)
    assert (done.returncode, said(done)) == (1, [])
    first, second = done.stdout.decode().splitlines()
    assert first.startswith(FOUND)
    assert "DUO001" in second
    assert message in second


def test_a_cache_that_is_no_directory_is_done_without(tree: Path) -> None:
    (tree / "cache").write_text("a file", encoding="utf-8")
    done = duotone(tree, *CONCISE, "--cache-dir", "cache")
    assert (done.returncode, said(done), done.stdout.decode().startswith(FOUND)) == (1, [], True)


def test_a_cache_that_is_damaged_is_made_anew(tree: Path) -> None:
    duotone(tree, "--cache-dir", "cache")
    for path in (tree / "cache").glob("*.sqlite*"):
        path.write_bytes(os.urandom(5_000))
    for _ in range(2):
        done = duotone(tree, *CONCISE, "--cache-dir", "cache")
        assert (done.returncode, said(done), done.stdout.decode().startswith(FOUND)) == (1, [], True)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[tool.duotone\n", "error: pyproject.toml: is no valid TOML"),
        ("[tool.duotone]\nselct = ['DUO101']\n", "error: pyproject.toml: unknown key 'selct'; did you mean 'select'?"),
        ("[tool.duotone]\nselect = ['DUO999']\n", "select: unknown rule 'DUO999'; see `duotone rules` for all of them"),
        ("[tool]\nduotone = 3\n", "error: pyproject.toml: tool.duotone needs a table, and got 3"),
    ],
)
def test_settings_that_make_no_sense_are_one_line_and_exit_2(text: str, line: str, tree: Path) -> None:
    (tree / "pyproject.toml").write_text(text, encoding="utf-8")
    done = duotone(tree)
    [error] = said(done)
    assert (done.returncode, done.stdout) == (2, b"")
    assert line in error


def test_standard_input_in_another_encoding_is_read_as_far_as_it_goes(tree: Path) -> None:
    done = duotone(tree, *CONCISE, "--no-cache", "-", stdin=b"# \xff\n" + LOSING.encode())
    [warning] = said(done)
    assert (done.returncode, done.stdout.decode().startswith("stdin.py:10:5: DUO101")) == (1, True)
    assert warning.startswith("warning: standard input is not utf-8: byte 0xff can't be decoded")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_for_which_there_is_no_space_is_one_line_and_exit_2(tree: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "duotone", "check"]
        done = subprocess.run(command, cwd=tree, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode().startswith("error: standard output can't be written (No space left on device)")
    assert duotone(tree, "--output", "json=/dev/full").returncode == 2


def test_a_reader_that_goes_away_early_is_no_failure(tree: Path) -> None:
    (tree / "a.py").write_text(LOSING + "    lose()\n" * 1_500, encoding="utf-8")
    command = [sys.executable, "-m", "duotone", "check", *CONCISE]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        assert child.stdout.readline().decode().startswith(FOUND)
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 1


@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.nightly)])
def test_however_many_files_there_are_each_is_checked(count: int, tree: Path) -> None:
    for number in range(0, count, 500):
        directory = tree / f"d{number}"
        directory.mkdir()
        for each in range(500):
            (directory / f"f{each}.py").write_bytes(b"x = 1\n")
    done = subprocess.run(
        [sys.executable, "-m", "duotone", "check", "--no-cache", "--no-progress"],
        cwd=tree,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"1 finding: 1 error; {count + 1} files".encode() in done.stdout.replace(b",", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="a directory that somebody is in can't go there")
def test_a_working_directory_that_is_gone_is_one_line(tree: Path) -> None:
    script = f'cd "{tree}" && rm -r "{tree}" && exec "{sys.executable}" -m duotone check'
    done = subprocess.run(["/bin/sh", "-c", script], cwd=tree, capture_output=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said(done) == ["error: the working directory is no longer there; go to one that is"]


@pytest.mark.skipif(sys.platform == "win32", reason="shells close streams in another way there")
@pytest.mark.parametrize(("closed", "shown"), [(">&-", 0), ("2>&-", 1), (">&- 2>&-", 0)])
def test_streams_that_somebody_has_closed_are_done_without(closed: str, shown: int, tree: Path) -> None:
    script = f'"{sys.executable}" -m duotone check --output-format concise {closed}'
    done = subprocess.run(["/bin/sh", "-c", script], cwd=tree, capture_output=True, check=False, timeout=300)
    assert (done.returncode, len(done.stdout.splitlines()), said(done)) == (1, shown, [])
