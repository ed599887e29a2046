"""The same program, byte for byte, on every engine, chosen by one setting."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[3] / "examples" / "any_engine.py"
SAID = """\
completed {'paid': 7, 'sold': 'one tea'} {'tea': 1}
compensated None {'tea': 1}
"""


@pytest.mark.timeout(120)
@pytest.mark.parametrize("engine", ["embedded", "temporal", "dbos"])
def test_one_program_says_the_same_on_every_engine(engine: str, request: pytest.FixtureRequest) -> None:
    address = engine if engine == "embedded" else str(request.getfixturevalue(engine))
    environment = {**os.environ, "DUOTONE_ENGINE": address}
    ended = subprocess.run([sys.executable, PROGRAM], env=environment, capture_output=True, text=True, check=False)
    assert (ended.stdout, ended.stderr) == (SAID, "")
