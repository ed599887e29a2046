"""Discovery: which files are found, in which order, and what can't be read."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from duotone.analyzer.files import EXCLUDED, Discovered, discover
from duotone.analyzer.settings import Settings
from duotone.analyzer.settings_files import Finder
from duotone.errors import NoSuchPath


def plant(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("")


def found(root: Path, *paths: str, settings: Settings | None = None) -> Discovered:
    return discover([root / path for path in paths or (".",)], lambda _: settings or Settings(root))


def names(root: Path, *paths: str, settings: Settings | None = None) -> list[str]:
    result = found(root, *paths, settings=settings)
    return [file.relative_to(root).as_posix() for group in result.groups for file in group.files]


def test_python_files_and_notebooks_are_found_sorted_and_absolute(tmp_path: Path) -> None:
    plant(tmp_path, "b.py", "a/c.ipynb", "a/b.py", "a/stub.pyi", "readme.md", "py", "a.py.bak", "script.PY")
    assert names(tmp_path) == ["a/b.py", "a/c.ipynb", "b.py"]
    assert all(file.is_absolute() for group in found(tmp_path).groups for file in group.files)


def test_a_file_that_is_named_is_always_taken(tmp_path: Path) -> None:
    plant(tmp_path, "build/a.py", "script", "stub.pyi", "ignored.py")
    (tmp_path / ".gitignore").write_text("ignored.py\n")
    settings = Settings(tmp_path, exclude=("script",))
    given = ["build/a.py", "ignored.py", "script", "stub.pyi"]
    assert names(tmp_path, *given, settings=settings) == given


def test_each_file_comes_once(tmp_path: Path) -> None:
    plant(tmp_path, "a/b.py")
    assert names(tmp_path, "a/b.py", "a", ".", "a/../a/b.py") == ["a/b.py"]


@pytest.mark.parametrize("name", sorted(EXCLUDED))
def test_directories_that_hold_no_source_of_the_project_are_left_out(name: str, tmp_path: Path) -> None:
    plant(tmp_path, f"{name}/a.py", f"deep/{name}/a.py", "b.py")
    assert names(tmp_path) == ["b.py"]


def test_an_excluded_directory_that_is_named_is_read(tmp_path: Path) -> None:
    plant(tmp_path, "build/a.py")
    assert names(tmp_path, "build") == ["build/a.py"]


def test_a_package_called_build_was_written_and_not_built(tmp_path: Path) -> None:
    plant(tmp_path, "src/pkg/build/__init__.py", "src/pkg/build/a.py", "build/lib/a.py", "node_modules/__init__.py")
    assert names(tmp_path) == ["src/pkg/build/__init__.py", "src/pkg/build/a.py"]


def test_a_virtual_environment_is_left_out_whatever_it_is_called(tmp_path: Path) -> None:
    plant(tmp_path, "python-of-mine/pyvenv.cfg", "python-of-mine/lib/a.py", "b.py")
    assert names(tmp_path) == ["b.py"]


def test_a_standard_library_that_is_shipped_is_left_out_but_not_where_it_is_written(tmp_path: Path) -> None:
    own = ("asyncio/tasks.py", "encodings/ascii.py", "os.py", "site.py")
    plant(tmp_path, "b.py", "Lib/test/a.py", *(f"{folder}/{name}" for folder in ("Lib", "apple") for name in own))
    plant(tmp_path, *(f"linux/{name}" for name in ("_sysconfigdata_linux.py", "test/a.py", *own)))
    assert names(tmp_path) == [*(f"Lib/{name}" for name in (*own, "test/a.py")), "b.py"]
    assert names(tmp_path, "apple") == [f"apple/{name}" for name in own]


def test_patterns_exclude_and_take_back(tmp_path: Path) -> None:
    plant(tmp_path, "a.py", "a_pb2.py", "generated/a.py", "deep/generated/a.py", "build/a.py")
    settings = Settings(tmp_path, exclude=("/generated/", "*_pb2.py", "!build/"))
    assert names(tmp_path, settings=settings) == ["a.py", "build/a.py", "deep/generated/a.py"]


def test_what_a_pattern_takes_back_may_still_be_git_ignored(tmp_path: Path) -> None:
    plant(tmp_path, "a.py", "build/a.py")
    (tmp_path / ".gitignore").write_text("build/\n")
    assert names(tmp_path, settings=Settings(tmp_path, exclude=("!build/",))) == ["a.py"]


def test_git_ignored_files_are_read_when_asked_for(tmp_path: Path) -> None:
    plant(tmp_path, "a.py", "b.py")
    (tmp_path / ".gitignore").write_text("b.py\n")
    assert names(tmp_path) == ["a.py"]
    assert names(tmp_path, settings=Settings(tmp_path, respect_gitignore=False)) == ["a.py", "b.py"]


def test_files_are_grouped_by_the_nearest_settings(tmp_path: Path) -> None:
    plant(tmp_path, "a.py", "one/b.py", "one/deep/c.py", "one/left/d.py", "two/e.py")
    (tmp_path / "duotone.toml").write_text("")
    (tmp_path / "one" / "duotone.toml").write_text('exclude = ["left/"]\n')
    (tmp_path / "two" / "pyproject.toml").write_text("[tool.other]\n")
    finder = Finder(tmp_path)
    groups = discover([tmp_path], finder.for_directory).groups
    listed = {
        group.settings.root.relative_to(tmp_path).as_posix(): [file.name for file in group.files] for group in groups
    }
    assert listed == {".": ["a.py", "e.py"], "one": ["b.py", "c.py"]}


def test_links_to_directories_are_not_followed_and_links_to_files_are(tmp_path: Path) -> None:
    plant(tmp_path, "real/a.py")
    (tmp_path / "real" / "circle").symlink_to(tmp_path)
    (tmp_path / "alias").symlink_to(tmp_path / "real")
    (tmp_path / "link.py").symlink_to(tmp_path / "real" / "a.py")
    assert names(tmp_path) == ["link.py", "real/a.py"]
    assert names(tmp_path, "alias") == ["alias/a.py"]


def test_links_that_lead_nowhere_are_told_of(tmp_path: Path) -> None:
    plant(tmp_path, "a.py")
    (tmp_path / "gone.py").symlink_to("nowhere")
    (tmp_path / "loop.py").symlink_to("loop.py")
    (tmp_path / ".#a.py").symlink_to("somebody@host.1:2")
    result = found(tmp_path)
    assert [(one.path.name, one.reason) for one in result.skipped] == [
        ("gone.py", "is a link to nothing"),
        ("loop.py", "is a link that leads back to itself"),
    ]


def test_a_directory_with_the_name_of_a_file_is_walked(tmp_path: Path) -> None:
    plant(tmp_path, "odd.py/a.py")
    assert names(tmp_path) == ["odd.py/a.py"]


def test_given_directories_that_hold_nothing_are_named(tmp_path: Path) -> None:
    plant(tmp_path, "docs/readme.md", "src/a.py")
    result = found(tmp_path, "docs", "src")
    assert (result.empty, result.count) == ((tmp_path / "docs",), 1)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "there is no file or directory"),
        (lambda path: path.symlink_to(path), "is a link that leads back to itself"),
        (os.mkfifo if hasattr(os, "mkfifo") else lambda path: None, "is neither a file nor a directory|there is no"),
        (lambda path: path.write_bytes(b"\x7fELF\0"), "is not text"),
    ],
)
def test_a_path_that_is_no_source_is_refused_in_one_line(make: object, said: str, tmp_path: Path) -> None:
    path = tmp_path / "given.py"
    assert callable(make)
    make(path)
    with pytest.raises(NoSuchPath, match=said) as caught:
        discover([path], lambda _: Settings(tmp_path))
    assert "\n" not in str(caught.value)


def test_a_path_below_a_file_and_one_with_a_null_are_refused(tmp_path: Path) -> None:
    plant(tmp_path, "a.py")
    for path in (tmp_path / "a.py" / "b.py", Path("a\0.py")):
        with pytest.raises(NoSuchPath):
            discover([path], lambda _: Settings(tmp_path))


@pytest.mark.skipif(sys.platform != "linux", reason="needs the capabilities of Linux, to be refused even as root")
@pytest.mark.parametrize(("mode", "given"), [(0o000, "locked"), (0o444, "locked"), (0o000, "locked/a.py")])
def test_what_is_named_and_locked_is_refused_in_one_line(mode: int, given: str, tmp_path: Path) -> None:
    plant(tmp_path, "locked/a.py")
    (tmp_path / "locked").chmod(mode)
    lowered = f"""
        import ctypes, sys
        for capability in (1, 2):  # to write and to read whatever the modes say
            ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)
        import os
        os.execv(sys.executable, [sys.executable, "-m", "duotone", "check", "--isolated", "--no-cache", {given!r}])
    """
    command = [sys.executable, "-c", textwrap.dedent(lowered)]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    (tmp_path / "locked").chmod(0o755)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert f"{given!r} can't be read (Permission denied)" in ended.stderr


def test_a_directory_that_vanishes_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tmp_path, "a.py", "gone/b.py")
    scan = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("gone"):
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", scandir)
    result = found(tmp_path)
    assert [(one.path.name, one.reason) for one in result.skipped] == [("gone", "can't be read (Permission denied)")]
    assert result.count == 1


def test_twenty_thousand_files_take_about_a_second(tmp_path: Path) -> None:
    for number in range(400):
        directory = tmp_path / f"d{number % 20}" / f"e{number}"
        directory.mkdir(parents=True)
        for file in range(50):
            os.close(os.open(directory / f"f{file}.py", os.O_CREAT))
    (tmp_path / ".gitignore").write_text("*.pyc\n*.py[cod]\n__pycache__/\n/out/\n**/cache/**\nf7.py\n*.egg-info/\n")
    start = time.process_time()
    result = found(tmp_path)
    assert result.count == 400 * 49
    assert time.process_time() - start < 3
