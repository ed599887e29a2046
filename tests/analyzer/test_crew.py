"""The processes of a run: each file is done once, whoever does it, and what goes wrong in one of them is said."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from duotone.analyzer import work
from duotone.analyzer.crew import Crew
from duotone.analyzer.engine import check
from duotone.analyzer.modules import Modules
from duotone.analyzer.settings import Settings
from duotone.analyzer.shelf import Exchange
from duotone.analyzer.work import Shared
from duotone.errors import ProcessLost

COUNT = 90
PATHS = [f"{number}.py" for number in range(COUNT)]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "store.py").write_text("async def save(row):\n    ...\n", encoding="utf-8")
    for index in range(COUNT):
        text = f"from store import save\n\n\ndef order_{index}():\n    save({index})\n"
        (tmp_path / f"orders_{index}.py").write_text(text, encoding="utf-8")
    return sorted(tmp_path.glob("*.py"))


@pytest.fixture
def shared(files: list[Path]) -> Shared:
    return Shared(Modules(files, (), None, start=files[0].parent), files[0].parent, {})


def echoed(_shared: Shared, paths: Sequence[str]) -> list[tuple[int, str]]:
    return [(os.getpid(), path) for path in paths]


def read_before(shared: Shared, paths: Sequence[str]) -> list[bool]:
    return [path in shared.kept.outlines for path in paths]


def swollen(_shared: Shared, paths: Sequence[str]) -> list[str]:
    return ["x" * 1_000_000, *paths]


def failed(_shared: Shared, paths: Sequence[str]) -> list[str]:
    raise LookupError(len(paths))


def killed(_shared: Shared, _paths: Sequence[str]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_every_file_is_done_once(shared: Shared, jobs: int) -> None:
    paths = PATHS
    with Crew(shared, jobs) as crew:
        done = [row for part in crew.spread(echoed, paths) for row in part]
    assert sorted(path for _, path in done) == sorted(paths)
    assert (os.getpid() in {process for process, _ in done}) == (jobs == 1)


def test_large_orders_and_large_results_can_be_on_their_way_at_once(shared: Shared) -> None:
    paths = [f"{number}{'x' * 60_000}.py" for number in range(COUNT)]
    with Crew(shared, 2) as crew:
        done = [path for part in crew.spread(swollen, paths) for path in part[1:]]
    assert sorted(done) == sorted(paths)


def test_whoever_has_read_a_file_runs_it(files: list[Path], shared: Shared) -> None:
    paths = [str(path) for path in files]
    names = {path: Path(path).stem for path in paths}
    with Crew(shared, 2) as crew:
        reads = {path: read for part in crew.read(paths) for path, read in part.items()}
        crew.tell(reads, names)
        parts = list(crew.spread(read_before, paths))
    assert reads.keys() == names.keys()
    # One that is done first helps the other, but both begin with two parts of their own.
    assert sum(map(all, parts)) >= 4


def test_what_one_process_has_read_of_others_is_there_for_the_rest_until_the_run_ends(shared: Shared) -> None:
    with Crew(shared, 2) as crew:
        list(crew.spread(echoed, PATHS))
        one, other = Exchange(shared.exchange.directory), Exchange(shared.exchange.directory)
        one.offer("/lib/json.py", "outline")
        assert (other.find("/lib/json.py"), other.find("/lib/csv.py")) == ("outline", None)
    assert other.find("/lib/json.py") is None
    assert not Path(str(shared.exchange.directory)).exists()


@pytest.mark.parametrize("room", [0, 2_000, 32_000_000])
@pytest.mark.parametrize("jobs", [1, 2])
def test_it_finds_the_same_with_little_room_for_trees(
    files: list[Path], monkeypatch: pytest.MonkeyPatch, jobs: int, room: int
) -> None:
    monkeypatch.setattr(work, "MOST_KEPT", room)
    report = check(files, Settings(root=files[0].parent, jobs=jobs))
    assert [finding.code for finding in report.findings] == ["DUO101"] * COUNT


def test_it_finds_the_same_where_processes_inherit_nothing(files: list[Path]) -> None:
    ended = threading.Event()
    # Forking beside another thread isn't safe, so that everything is sent.
    other = threading.Thread(target=ended.wait)
    other.start()
    try:
        report = check(files, Settings(root=files[0].parent, jobs=2))
    finally:
        ended.set()
        other.join()
    assert [finding.code for finding in report.findings] == ["DUO101"] * COUNT


def test_an_error_is_raised_where_it_was_asked_for_and_says_where_it_comes_from(shared: Shared) -> None:
    with pytest.raises(LookupError) as raised, Crew(shared, 2) as crew:
        list(crew.spread(failed, PATHS))
    assert "in failed" in raised.value.__notes__[0]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing else ends a process at once")
def test_a_process_that_is_killed_is_missed(shared: Shared) -> None:
    with pytest.raises(ProcessLost, match=r"exit code -9.*; check fewer files at once"), Crew(shared, 2) as crew:
        list(crew.spread(killed, PATHS))


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="nothing else ends a process at once")
def test_a_process_that_is_killed_after_its_work_is_not_missed(shared: Shared) -> None:
    with Crew(shared, 2) as crew:
        done = [row for part in crew.spread(echoed, PATHS) for row in part]
        for process in {process for process, _ in done}:
            os.kill(process, signal.SIGKILL)
            time.sleep(0.1)
    assert len(done) == COUNT
    assert not Path(str(shared.exchange.directory)).exists()
