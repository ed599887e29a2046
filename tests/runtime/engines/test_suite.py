"""The tests of the runtime on other engines: the same files, in a process whose environment names the engine."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runtime.engines import test_differences
from tests.runtime.engines.suite import APART, DAY, DIFFERENT, FILES

ROOT = Path(__file__).parents[3]
_USES = re.compile(r"\b(Async)?Runtime\(")
_ENGINES = ["temporal", "dbos"]


def _hold(engine: str, address: str, files: list[str]) -> None:
    """Run files on an engine, all in one process, without the tests that are known to differ there."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files]
    command += ["-o", "duotone_limit=2"]  # clients of engines take their time
    command += [f"--deselect={test}" for test, one in DIFFERENT.items() if engine in one.engines]
    environment = {**os.environ, "DUOTONE_ENGINE": address, "DUOTONE_NIGHTLY": "0"}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-5000:]


@pytest.mark.timeout(400)
@pytest.mark.parametrize("engine", _ENGINES)
def test_what_an_engine_drives_holds_on_others_as_on_the_embedded_one(
    engine: str, request: pytest.FixtureRequest
) -> None:
    _hold(engine, request.getfixturevalue(engine), DAY[engine])


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("engine", _ENGINES)
def test_everything_that_uses_a_runtime_holds_on_others_as_on_the_embedded_one(
    engine: str, request: pytest.FixtureRequest
) -> None:
    _hold(engine, request.getfixturevalue(engine), FILES)


def test_every_file_that_uses_a_runtime_is_run_on_all_engines_or_says_why_not() -> None:
    tests = (ROOT / "tests/runtime").rglob("test_*.py")
    own = Path(__file__).parent
    using = {
        path.relative_to(ROOT).as_posix() for path in tests if own not in path.parents and _USES.search(_read(path))
    }
    assert using - set(FILES) - APART.keys() == set()
    assert set(FILES) & APART.keys() == set()


def test_every_difference_is_of_a_test_that_is_there_and_is_asserted() -> None:
    for test, difference in DIFFERENT.items():
        file, _, name = test.partition("::")
        tree = ast.parse(_read(ROOT / file))
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        assert name in [function.name for function in functions]
        assert hasattr(test_differences, difference.asserted), difference.asserted
        assert file in FILES


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
