"""`duotone check --watch`, in a process of its own: it runs again when something changes, and ends well."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from duotone.cli import watching
from tests.cli.conftest import CLEAN, LOSING, Project


class Watched:
    """A running watch, and the lines that it says."""

    def __init__(self, root: Path) -> None:
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.child = subprocess.Popen(
            [sys.executable, "-m", "duotone", "check", "--watch", "--output-format", "concise"],
            cwd=root,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.child.stdout is not None
        for line in self.child.stdout:
            self._lines.put(line)

    def next_run(self) -> str:
        """What is said up to the line that tells that it waits."""
        said = ""
        while "watching for changes" not in said:
            said += self._lines.get(timeout=30)
        return said

    def end(self) -> int:
        self.child.send_signal(signal.SIGINT)
        code = self.child.wait(30)
        self._reader.join(30)
        assert self.child.stdout is not None
        self.child.stdout.close()
        return code


@pytest.fixture
def watched(project: Project) -> Iterator[Watched]:
    project.write("a.py", CLEAN)
    one = Watched(project.root)
    yield one
    if one.child.poll() is None:
        one.end()


@pytest.mark.skipif(sys.platform == "win32", reason="signals go to processes in another way there")
def test_it_runs_again_after_each_change_and_ctrl_c_ends_it_with_0(project: Project, watched: Watched) -> None:
    assert "DUO101" not in watched.next_run()
    project.write("a.py", LOSING)
    assert "a.py:9:5" in watched.next_run()
    project.write("sub/b.py", LOSING)
    assert "sub/b.py:9:5" in watched.next_run()
    project.write("duotone.toml", 'ignore = ["DUO101"]\n')
    assert "DUO101" not in watched.next_run()
    project.write("duotone.toml", "ignre = []\n")
    assert "error: duotone.toml: unknown key 'ignre'; did you mean 'ignore'?" in watched.next_run()
    project.write("duotone.toml", "jobs = 0\n")
    assert "error: duotone.toml: jobs needs a number" in watched.next_run()
    assert watched.end() == 0


def test_a_file_that_vanishes_while_it_is_looked_at_counts_as_gone(tmp_path: Path) -> None:
    assert watching._look(tmp_path / "gone.py") == (0, 0)
