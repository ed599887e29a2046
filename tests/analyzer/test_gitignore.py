"""Ignore files mean what git says they mean."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duotone.analyzer.files import discover
from duotone.analyzer.gitignore import Patterns
from duotone.analyzer.settings import Settings

FILES = [
    "a.py",
    "b.py",
    "ab.py",
    "!a.py",
    "#a.py",
    "a b.py",
    "a/a.py",
    "a/b.py",
    "a/b/a.py",
    "a/b/c/a.py",
    "b/a/a.py",
    "b/ab/b.py",
    "c/a/b/ab.py",
]
DIRECTORIES = ["", "a", "a/b", "b"]


def git(where: Path, *arguments: str) -> str:
    # Neither the settings nor the ignore file of whoever runs the tests may have a say.
    quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "XDG_CONFIG_HOME": str(where)}
    done = subprocess.run(["git", *arguments], cwd=where, env=quiet, capture_output=True, text=True, check=True)  # noqa: S607
    return done.stdout


def files_of_git(where: Path) -> list[str]:
    listed = git(where, "ls-files", "--others", "--exclude-standard", "-z")
    return sorted(path for path in listed.split("\0") if path.endswith(".py"))


def files_of_ours(where: Path) -> list[str]:
    found = discover([where], lambda _: Settings(where))
    return sorted(file.relative_to(where).as_posix() for group in found.groups for file in group.files)


def plant(where: Path, ignores: dict[str, str], files: list[str] = FILES) -> None:
    git(where, "init", "-q")
    for file in files:
        (where / file).parent.mkdir(parents=True, exist_ok=True)
        (where / file).write_text("")
    for directory, text in ignores.items():
        (where / directory / ".gitignore").write_bytes(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "a.py",
        "/a.py",
        "a/",
        "/a/",
        "a/b",
        "a/*",
        "a/**",
        "a/**/",
        "**/a.py",
        "**/b/a.py",
        "a/**/a.py",
        "**",
        "*",
        "*.py\n!b.py",
        "*\n!*/\n!ab.py",
        "a/\n!a/a.py",
        "a/*\n!a/b/\n!a/b.py",
        "# a.py\n\\#a.py",
        "\\!a.py",
        "a b.py   ",
        "a\\ b.py",
        "?.py",
        "[ab].py",
        "[!a].py",
        "[^a].py",
        "[a-b]*.py",
        "[[:alpha:]].py",
        "[[:nothing:]].py",
        "[]a].py",
        "[a.py",
        "[z-a].py",
        "a.py\\",
        "***",
        "a***.py",
        "a**.py",
        "**a.py",
        "a.py\r\nb.py\r\n",
        "\ufeffa.py",
        "  a.py",
        "!",
        "/",
        "//a.py",
        "a//b",
        "./a.py",
    ],
)
def test_a_pattern_ignores_what_git_ignores(text: str, tmp_path: Path) -> None:
    plant(tmp_path, {"": text})
    assert files_of_ours(tmp_path) == files_of_git(tmp_path)


def test_the_file_of_a_directory_beats_those_above_it(tmp_path: Path) -> None:
    plant(tmp_path, {"": "a.py\n/b/\n", "a": "!a.py\nb.py\n", "a/b": "a.py\n"})
    assert files_of_ours(tmp_path) == files_of_git(tmp_path)
    assert "a/a.py" in files_of_ours(tmp_path)
    assert "a/b/a.py" not in files_of_ours(tmp_path)


def test_the_repository_has_excludes_of_its_own_that_ignore_files_beat(tmp_path: Path) -> None:
    plant(tmp_path, {"a": "!a.py\n"})
    (tmp_path / ".git" / "info" / "exclude").write_text("a.py\n")
    assert files_of_ours(tmp_path) == files_of_git(tmp_path)
    assert files_of_ours(tmp_path).count("a.py") == 0


def test_a_work_tree_has_the_excludes_of_its_repository(tmp_path: Path) -> None:
    first = tmp_path / "first"
    first.mkdir()
    plant(first, {}, ["a.py"])
    git(first, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "--allow-empty", "-m", "start")
    git(first, "worktree", "add", "-q", "../second")
    (first / ".git" / "info" / "exclude").write_text("a.py\n")
    second = tmp_path / "second"
    for name in ("a.py", "b.py"):
        (second / name).write_text("")
    assert files_of_ours(second) == files_of_git(second) == ["b.py"]


def test_ignore_files_above_the_given_directory_count_up_to_the_repository(tmp_path: Path) -> None:
    inside = tmp_path / "repository"
    inside.mkdir()
    (tmp_path / ".gitignore").write_text("*.py\n")
    plant(inside, {"": "/a/b/a.py\nab.py\n"})
    found = discover([inside / "a"], lambda _: Settings(inside))
    assert [file.name for group in found.groups for file in group.files] == ["a.py", "b.py", "a.py"]


def test_a_repository_inside_another_begins_anew(tmp_path: Path) -> None:
    plant(tmp_path, {"": "a.py\n"})
    git(tmp_path / "b", "init", "-q")
    assert "b/a/a.py" in files_of_ours(tmp_path)


def test_without_a_repository_the_root_of_the_settings_is_the_top(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    for name in ("a.py", "b.py"):
        (tmp_path / "src" / name).write_text("")
    (tmp_path / ".gitignore").write_text("/src/a.py\n")
    found = discover([tmp_path / "src"], lambda _: Settings(tmp_path))
    assert [file.name for group in found.groups for file in group.files] == ["b.py"]


def test_a_broken_pointer_to_a_repository_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / ".git").write_bytes(b"\xff\x00")
    (tmp_path / "a.py").write_text("")
    assert files_of_ours(tmp_path) == ["a.py"]


@pytest.mark.parametrize(
    ("patterns", "path", "covered"),
    [
        (["tests/**"], "tests/a/b.py", True),
        (["tests/"], "tests/a/b.py", True),
        (["tests/*"], "tests/a/b.py", True),
        (["*_test.py"], "a/b/c_test.py", True),
        (["/a.py"], "b/a.py", False),
        (["tests/", "!tests/a/"], "tests/a/b.py", True),
    ],
)
def test_a_pattern_covers_what_lies_below_it(patterns: list[str], path: str, covered: bool) -> None:  # noqa: FBT001
    assert Patterns(patterns).covers(path) is covered


WORDS = st.sampled_from(["a", "b", "ab", "a.py", "*", "**", "?", "*.py", "[ab]", "[!a]*", "a*", "\\a", "c"])
PATTERN = st.builds(
    lambda start, words, end: start + "/".join(words) + end,
    st.sampled_from(["", "", "!", "/", "!/", "**/"]),
    st.lists(WORDS, min_size=1, max_size=3),
    st.sampled_from(["", "", "/", "/**", "/*"]),
)


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(DIRECTORIES), st.lists(PATTERN, max_size=5).map("\n".join), max_size=3))
def test_any_ignore_files_mean_what_git_makes_of_them(ignores: dict[str, str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        where = Path(name)
        plant(where, ignores)
        assert files_of_ours(where) == files_of_git(where)
