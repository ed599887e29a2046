"""Writing over many files: all or nothing, whatever fails and whenever it is killed."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from duotone.analyzer.edits import locking
from duotone.analyzer.edits.change import Change, FileChange
from duotone.analyzer.edits.disk import Disk
from duotone.analyzer.edits.records import KEPT, Shelf, state_directory
from duotone.analyzer.edits.undo import undo
from duotone.analyzer.edits.writing import recover, write
from duotone.errors import ChangedMeanwhile, ChangedSince, NothingToUndo, TreeBusy, Unwritable

ROOT = Path(__file__).parents[3]
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="deaths are those of forked processes")
NO_ROOT = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everything")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DUOTONE_STATE_DIR", str(tmp_path / "state"))
    root = tmp_path / "tree"
    root.mkdir()
    (root / "a.py").write_bytes(b"a = 1\n")
    (root / "b.py").write_bytes(b"b = 1\n")
    return root


def change(root: Path, number: int = 1) -> Change:
    """Count both files up by one."""
    files = tuple(
        FileChange(root / f"{name}.py", f"{name} = {number}\n".encode(), f"{name} = {number + 1}\n".encode())
        for name in "ab"
    )
    return Change(root, f"change {number}", files)


def contents(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(root.iterdir())}


BEFORE = {"a.py": b"a = 1\n", "b.py": b"b = 1\n"}
AFTER = {"a.py": b"a = 2\n", "b.py": b"b = 2\n"}


class Failing(Disk):
    """Refuses one step, as a full disk does."""

    def __init__(self, what: str, name: str) -> None:
        self.what, self.name = what, name

    def step(self, what: str, path: Path) -> None:
        if what == self.what and self.name in path.name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


@FORKS
@pytest.mark.timeout(300)
@pytest.mark.parametrize("scenario", ["write", "write-torn", "undo", "undo-torn", "recover"])
def test_killed_at_any_step_the_tree_ends_as_it_was_or_as_planned(scenario: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.analyzer.edits.dying", scenario, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 30


def test_a_change_is_written_and_nothing_is_left_beside_it(tree: Path) -> None:
    assert write(change(tree)) == ()
    assert contents(tree) == AFTER


def test_a_file_that_changed_since_it_was_read_is_refused_before_anything_is_written(tree: Path) -> None:
    (tree / "b.py").write_bytes(b"mine\n")
    with pytest.raises(ChangedMeanwhile, match=r"b\.py; run the command again"):
        write(change(tree))
    assert contents(tree) == BEFORE | {"b.py": b"mine\n"}


@pytest.mark.parametrize(
    ("what", "name"),
    [("create", ".b.py"), ("write", ".b.py"), ("sync", ".b.py"), ("write", "record.new"), ("create", "committed")],
)
def test_a_full_disk_leaves_the_tree_as_it_was(what: str, name: str, tree: Path) -> None:
    with pytest.raises(Unwritable, match=r"No space left on device\), so nothing was changed"):
        write(change(tree), disk=Failing(what, name))
    assert contents(tree) == BEFORE
    assert list(Shelf.of(tree).records()) == []


@pytest.mark.parametrize(("what", "name"), [("replace", "b.py"), ("create", "done")])
def test_a_refusal_in_the_middle_of_the_renames_takes_back_what_was_moved(what: str, name: str, tree: Path) -> None:
    with pytest.raises(Unwritable):
        write(change(tree), disk=Failing(what, name))
    assert contents(tree) == BEFORE


@NO_ROOT
def test_a_directory_that_is_read_only_is_one_line(tree: Path) -> None:
    tree.chmod(0o500)
    try:
        with pytest.raises(Unwritable, match="Permission denied"):
            write(change(tree))
    finally:
        tree.chmod(0o700)
    assert contents(tree) == BEFORE


@NO_ROOT
def test_a_file_that_is_read_only_is_not_replaced(tree: Path) -> None:
    (tree / "b.py").chmod(0o400)
    with pytest.raises(Unwritable, match="read-only"):
        write(change(tree))
    assert contents(tree) == BEFORE


def test_modes_stay_and_links_are_written_through(tree: Path) -> None:
    (tree / "b.py").chmod(0o750)
    (tree / "a.py").rename(tree / "real.py")
    (tree / "a.py").symlink_to("real.py")
    write(change(tree))
    assert stat.S_IMODE((tree / "b.py").stat().st_mode) == 0o750
    assert (tree / "a.py").is_symlink()
    assert (tree / "real.py").read_bytes() == b"a = 2\n"


def test_ctrl_c_while_it_writes_counts_when_the_tree_is_whole(tree: Path) -> None:
    class Interrupting(Disk):
        def step(self, what: str, path: Path) -> None:
            if what == "replace" and path.name == "b.py":
                signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        write(change(tree), disk=Interrupting())
    assert contents(tree) == AFTER


def test_another_thread_may_write_too(tree: Path) -> None:
    thread = threading.Thread(target=write, args=(change(tree),))
    thread.start()
    thread.join()
    assert contents(tree) == AFTER


def test_two_writers_of_one_tree_are_refused(tree: Path) -> None:
    shelf = Shelf.of(tree)
    shelf.open()
    with locking.alone(shelf.place, tree), pytest.raises(TreeBusy, match="another duotone is writing"):
        write(change(tree))


class Stopped(BaseException):
    """Stands for a kill: nothing catches it but the test."""


class Stopping(Disk):
    """Stops before a step, and from then on does nothing that a dead process wouldn't."""

    def __init__(self, what: str, name: str) -> None:
        self.what, self.name, self.is_dead = what, name, False

    def step(self, what: str, path: Path) -> None:
        if self.is_dead or (what == self.what and path.name == self.name):
            self.is_dead = True
            raise Stopped


def interrupted(tree: Path) -> None:
    """A change of which one file of two is in place."""
    with pytest.raises(Stopped):
        write(change(tree), disk=Stopping("replace", "b.py"))
    assert (tree / "a.py").read_bytes() == b"a = 2\n"
    assert (tree / "b.py").read_bytes() == b"b = 1\n"


def test_the_next_write_carries_an_interrupted_change_through_first(tree: Path) -> None:
    interrupted(tree)
    assert write(change(tree, 2)) == ("an interrupted change was carried through: change 1",)
    assert contents(tree) == {"a.py": b"a = 3\n", "b.py": b"b = 3\n"}


def test_a_command_in_a_directory_below_recovers_too(tree: Path) -> None:
    (tree / "sub").mkdir()
    interrupted(tree)
    assert recover(tree / "sub") == ("an interrupted change was carried through: change 1",)


def test_what_somebody_changed_after_the_interruption_is_never_overwritten(tree: Path) -> None:
    interrupted(tree)
    (tree / "b.py").write_bytes(b"mine\n")
    (line,) = recover(tree)
    assert line.startswith("an interrupted change could not be carried through and was taken back: change 1")
    assert line.endswith(f"left alone: {tree / 'b.py'}")
    assert contents(tree) == BEFORE | {"b.py": b"mine\n"}
    assert recover(tree) == ()


def test_undo_restores_the_last_change_and_then_the_one_before(tree: Path) -> None:
    write(change(tree, 1))
    write(change(tree, 2))
    assert undo(tree).title == "change 2"
    assert contents(tree) == AFTER
    assert undo(tree).title == "change 1"
    assert contents(tree) == BEFORE
    with pytest.raises(NothingToUndo):
        undo(tree)


def test_undo_refuses_files_that_were_changed_since_and_names_them(tree: Path) -> None:
    write(change(tree))
    (tree / "a.py").write_bytes(b"mine\n")
    with pytest.raises(ChangedSince, match=r"'change 1' can't be undone.*a\.py; undo that first"):
        undo(tree)
    assert contents(tree) == AFTER | {"a.py": b"mine\n"}


def test_undo_brings_removed_files_back_and_removes_made_ones_with_their_directories(tree: Path) -> None:
    (tree / "a.py").chmod(0o700)
    made = tree / "x" / "y" / "c.py"
    files = (FileChange(tree / "a.py", b"a = 1\n", None), FileChange(made, None, b"c\n"))
    write(Change(tree, "mirror", files))
    assert made.read_bytes() == b"c\n"
    assert not (tree / "a.py").exists()
    undo(tree)
    assert contents(tree) == BEFORE
    assert stat.S_IMODE((tree / "a.py").stat().st_mode) == 0o700


def test_old_records_are_forgotten(tree: Path) -> None:
    for number in range(1, KEPT + 4):
        write(change(tree, number))
    titles = [record.title for record in Shelf.of(tree).records()]
    assert titles == [f"change {number}" for number in range(4, KEPT + 4)]


def test_records_are_for_their_owner_alone(tree: Path) -> None:
    write(change(tree))
    assert stat.S_IMODE(Shelf.of(tree).place.stat().st_mode) & 0o077 == 0


def test_the_state_is_where_the_system_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DUOTONE_STATE_DIR", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert state_directory() == tmp_path / "duotone"
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    assert state_directory() == Path.home() / ".local" / "state" / "duotone"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert state_directory() == Path.home() / "Library" / "Application Support" / "duotone"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert state_directory() == tmp_path / "local" / "duotone"
