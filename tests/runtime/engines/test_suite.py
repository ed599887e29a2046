"""The tests of the faces on other engines: the same files, in processes whose environment names the engine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

FILES = [
    "tests/runtime/_async/test_workflows.py",
    "tests/runtime/_async/test_going_on.py",
    "tests/runtime/_async/test_watching.py",
    "tests/runtime/_sync/test_workflows.py",
]


@pytest.mark.timeout(400)
@pytest.mark.parametrize("file", FILES)
def test_what_holds_on_the_embedded_engine_holds_on_others(remote: str, file: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", file]
    environment = {**os.environ, "DUOTONE_ENGINE": remote}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout[-3000:]
