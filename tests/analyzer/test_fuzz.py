"""The whole engine on damaged files and random programs: it never fails, and takes no more time than their lines."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import duotone
from duotone.analyzer.engine import Report, check
from duotone.analyzer.settings import Settings
from tests.analyzer.damage import damaged
from tests.analyzer.parsing.trees import library_files
from tests.analyzer.programs import programs

# The promise is a second for a thousand lines; what the standard library's stubs cost comes once for a run.
SECONDS_PER_LINE = 0.001
SECONDS = 2.0
BATCH = 25


def texts() -> list[str]:
    """Files that every checkout has: its own, and a sample of the standard library with all that is async."""
    ours = sorted(Path(duotone.__file__).parent.rglob("*.py"))
    theirs = [path for path in library_files() if path.stat().st_size < 60_000]
    colored = [path for path in theirs if "asyncio" in path.parts]
    found = [path.read_bytes().decode(errors="replace") for path in (*ours, *colored, *theirs[::25])]
    return [text for text in found if text]


TEXTS = texts()


def checked(files: list[Path], root: Path, overlay: dict[Path, str] | None = None) -> Report:
    start = time.process_time()
    report = check(files, Settings(root=root, jobs=1), overlay=overlay)
    assert time.process_time() - start < SECONDS + SECONDS_PER_LINE * report.lines
    return report


def run_damaged(seed: int, directory: Path) -> None:
    """Check some damaged files as one project; the same seed gives the same files."""
    source = random.Random(seed)  # noqa: S311  # damage is no secret
    files = [directory / f"file{number}.py" for number in range(BATCH)]
    for file in files:
        file.write_bytes(damaged(source, TEXTS))
    assert checked(files, directory).files == BATCH


@pytest.mark.parametrize("seed", range(3))
def test_damaged_files_are_checked_as_far_as_they_go(seed: int, tmp_path: Path) -> None:
    run_damaged(seed, tmp_path)


@pytest.mark.nightly
def test_many_damaged_files_are_checked_as_far_as_they_go(tmp_path: Path) -> None:
    for _ in range(400):
        seed = random.randrange(2**32)  # noqa: S311  # damage is no secret
        try:
            run_damaged(seed, tmp_path)
        except BaseException as error:
            error.add_note(f"the damage of seed {seed}")
            raise


def check_program(files: dict[str, str]) -> None:
    root = Path("/nowhere")
    overlay = {root / name: text for name, text in files.items()}
    checked(list(overlay), root, overlay)


@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])
@given(programs())
def test_any_program_is_checked(files: dict[str, str]) -> None:
    check_program(files)


@pytest.mark.nightly
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(programs())
def test_many_programs_are_checked(files: dict[str, str]) -> None:
    check_program(files)
