"""Kills a writer before each step that it takes on the disk, and looks at what the next command makes of it.

Started as a program, since it forks: `python -m tests.analyzer.edits.dying SCENARIO FOLDER` prints how many steps there
are. Each death is that of a process, without a chance to clean up; a write is also torn in the middle.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import unittest.mock
from collections.abc import Callable
from pathlib import Path

from duotone.analyzer.edits.change import Change, FileChange
from duotone.analyzer.edits.disk import Disk
from duotone.analyzer.edits.records import Shelf
from duotone.analyzer.edits.undo import undo
from duotone.analyzer.edits.writing import recover, write

KILLED = 137

Tree = dict[str, tuple[str, int]]


class Dying(Disk):
    """Dies before the step with a number, or, torn, after half of a write."""

    def __init__(self, last: int, *, is_torn: bool = False) -> None:
        self.left = last
        self.is_torn = is_torn

    def step(self, what: str, path: Path) -> None:
        self.left -= 1
        if self.left == 0 and not (self.is_torn and what == "write"):
            os._exit(KILLED)

    def _fill(self, number: int, data: bytes, path: Path) -> None:
        before = self.left
        if self.is_torn and before == 1:
            os.write(number, data[: len(data) // 2])
            os._exit(KILLED)
        super()._fill(number, data, path)


class Ground:
    """A tree to change: plain files, a link, one that is only for its owner, one to come in a directory to come."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "tree"
        self.state = folder / "state"
        os.environ["DUOTONE_STATE_DIR"] = str(self.state)

    def reset(self) -> None:
        for path in (self.root, self.state):
            shutil.rmtree(path, ignore_errors=True)
        (self.root / "pkg").mkdir(parents=True)
        (self.root / "pkg" / "a.py").write_bytes(b"a = 1\r\n")
        (self.root / "pkg" / "b.py").write_bytes(b"b = 1\n" * 50)
        (self.root / "pkg" / "b.py").chmod(0o640)
        (self.root / "link.py").symlink_to("pkg/b.py")
        (self.root / "old.py").write_bytes(b"old\n")

    def change(self) -> Change:
        files = (
            FileChange(self.root / "pkg" / "a.py", b"a = 1\r\n", b"a = 2\r\n"),
            FileChange(self.root / "link.py", b"b = 1\n" * 50, b"b = 2\n" * 50),
            FileChange(self.root / "old.py", b"old\n", None),
            FileChange(self.root / "made" / "deep" / "c.py", None, b"c = 1\n", 0o644),
        )
        return Change(self.root, "a change", files)

    def tree(self) -> Tree:
        found: Tree = {}
        for path in sorted(self.root.rglob("*")):
            mode = stat.S_IMODE(path.lstat().st_mode)
            content = f"-> {path.readlink()}" if path.is_symlink() else "/" if path.is_dir() else path.read_text()
            found[path.relative_to(self.root).as_posix()] = content, mode
        return found

    def write(self, disk: Disk) -> None:
        write(self.change(), disk=disk)

    def undo(self, disk: Disk) -> None:
        undo(self.root, disk=disk)

    def recover(self, disk: Disk) -> None:
        recover(self.root, disk=disk)


def survives(act: Callable[[Disk], object], disk: Disk) -> bool:
    """Act in a process that may die of it; whether it lived to the end."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            act(disk)
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in {0, KILLED}, f"the writer ended with {code}"
    return code == 0


def wholes(ground: Ground, act: Callable[[Disk], object], *, is_undone: bool) -> tuple[Tree, Tree]:
    """The tree before and after, and everything ready to begin."""
    ground.reset()
    if is_undone:
        write(ground.change())
    before = ground.tree()
    act(Disk())
    return before, ground.tree()


def settled(ground: Ground, trees: tuple[Tree, Tree], step: int) -> None:
    """Recover, and hold the tree against the two that it may be."""
    recover(ground.root)
    assert ground.tree() in trees, f"step {step}: {ground.tree()}"
    shelf = Shelf.of(ground.root)
    assert list(shelf.pending()) == [], f"step {step}: a change is left over"
    assert not [path for path in shelf.place.iterdir() if path.name.endswith(".gone")], f"step {step}"


def deaths(ground: Ground, act: Callable[[Disk], object], *, is_undone: bool, is_torn: bool) -> int:
    """Die before every step; after each death the next command finds one of two trees, and the one after it too."""
    trees = wholes(ground, act, is_undone=is_undone)
    assert trees[0] != trees[1]
    step = 0
    while True:
        step += 1
        ground.reset()
        if is_undone:
            write(ground.change())
        if survives(act, Dying(step, is_torn=is_torn)):
            assert ground.tree() == trees[1]
            return step - 1
        settled(ground, trees, step)


def deaths_of_recovery(ground: Ground) -> int:
    """Die before every step of the recovery from every death."""
    trees = wholes(ground, ground.write, is_undone=False)
    step, total = 0, 0
    while True:
        step += 1
        ground.reset()
        if survives(ground.write, Dying(step)):
            return total
        again = 0
        while True:
            again += 1
            ground.reset()
            survives(ground.write, Dying(step))
            if survives(ground.recover, Dying(again)):
                break
            settled(ground, trees, step)
            total += 1


def main() -> None:
    scenario, folder = sys.argv[1:]
    ground = Ground(Path(folder))
    kind, _, how = scenario.partition("-")
    # What a dead process wrote is seen by the next one with or without it, and a disk takes its time for each.
    with unittest.mock.patch.object(os, "fsync"):
        if kind == "recover":
            count = deaths_of_recovery(ground)
        else:
            act = ground.undo if kind == "undo" else ground.write
            count = deaths(ground, act, is_undone=kind == "undo", is_torn=how == "torn")
    sys.stdout.write(f"{count}\n")


if __name__ == "__main__":
    main()
