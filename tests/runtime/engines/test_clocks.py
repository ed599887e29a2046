"""Machines whose clocks are a minute apart: a deadline is meant by the clock of the log, whoever looks."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.meta.sources import ROOT
from tests.postgresql import PostgresServer

pytestmark = pytest.mark.timeout(120)


@pytest.mark.usefixtures("dbos")
@pytest.mark.parametrize("seconds", [-60, 60])
def test_a_deadline_is_neither_missed_nor_taken_too_early_on_a_machine_whose_clock_is_wrong(
    seconds: int, temporal: str, postgres: PostgresServer
) -> None:
    command = [sys.executable, "-m", "tests.runtime.engines.skewed", str(seconds), postgres.fresh()]
    command += ["embedded", temporal, "dbos"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["name"] for one in told] == ["quick", "long"] * 3
    for one in told:
        limit = 30 if one["name"] == "quick" else 1
        assert (one["status"] == "completed") == (limit == 30)
        assert abs(one["left"] - limit) < 10
        assert one["took"] < 30
