"""Looking into a log that this process has open takes nothing away from it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from duotone.runtime import Log
from duotone.runtime.engines.deployment import log_facts
from duotone.runtime.events import Append, Draft
from duotone.runtime.log.presence import Presence
from duotone.runtime.log.reading import is_database, looked_at
from duotone.runtime.log.verify import verify

READ = "import sys; from duotone.runtime import Log; log = Log(sys.argv[1]); print(len(log.read('s'))); log.close()"


def seen_by_another(path: Path) -> int:
    """Return how many events a process sees that comes and goes."""
    done = subprocess.run([sys.executable, "-c", READ, str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def look(path: Path) -> None:
    with looked_at(path) as view:
        assert view.read("s")


@pytest.mark.parametrize("looked", [is_database, verify, look, log_facts])
def test_what_is_written_after_a_look_is_seen_by_processes_that_come_and_go(
    tmp_path: Path, looked: Callable[[Path], object]
) -> None:
    path = tmp_path / "log.db"
    with Log(path) as log:
        log.append(Append("s", [Draft("first")]))
        looked(path)
        assert seen_by_another(path) == 1
        log.append(Append("s", [Draft("second")]))
        assert seen_by_another(path) == 2
    assert not verify(path)


def test_what_was_opened_for_a_look_is_closed_with_the_last_connection(tmp_path: Path) -> None:
    presence, path = Presence(), tmp_path / "log.db"
    path.write_bytes(b"")
    first, second = presence.connect(path), presence.connect(path)
    assert presence.first_bytes(path, 4, log=path) == b""
    [kept] = presence._kept.values()
    [file] = kept.values()
    first.close()
    first.close()
    assert not file.closed
    second.close()
    assert file.closed


def test_a_file_that_nobody_has_open_is_not_kept_open(tmp_path: Path) -> None:
    presence, path = Presence(), tmp_path / "file"
    path.write_bytes(b"four and more")
    assert presence.first_bytes(path, 4, log=path) == b"four"
    assert not presence._kept
