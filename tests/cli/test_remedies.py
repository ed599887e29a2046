"""What to do about an error, in words that somebody at a command line can type."""

from __future__ import annotations

from pathlib import Path

import pytest

import duotone
from duotone.cli.remedies import COMMANDS_FOR, in_commands
from duotone.errors import NeedsDecision, StepFailed
from tests.cli.conftest import Project

SOURCE = Path(duotone.__file__).parent


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["run", "show", "none"], "list them with `duotone run list`"),
        (["session", "show", "none"], "list them with `duotone session list`"),
        (["process", "show", "none"], "list them with `duotone process list`"),
        (["session", "approve", "review", "none"], "see what waits with `duotone session list --waiting`"),
    ],
)
def test_what_is_not_there_is_found_with_a_command(arguments: list[str], remedy: str, project: Project) -> None:
    assert project.run("session", "create", "--id", "review").code == 0
    done = project.run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"{remedy}\n")


@pytest.mark.parametrize("words", COMMANDS_FOR)
def test_each_call_that_is_put_into_a_command_is_one_that_an_error_names(words: str) -> None:
    places = [*SOURCE.glob("errors/*.py"), *SOURCE.glob("server/**/*.py")]
    assert any(words in path.read_text(encoding="utf-8") for path in places)


def test_a_step_that_nobody_knows_the_end_of_is_decided_on_with_a_command() -> None:
    said = in_commands(str(NeedsDecision("order-7", ["charge"])))
    assert said.endswith("look, then say so with `duotone run decide order-7 STEP committed`, or failed, or retry")
    assert "runtime." not in in_commands(str(StepFailed("charge", "failed", "ValueError", "no")))
