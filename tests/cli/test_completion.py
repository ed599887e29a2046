"""`duotone completion`, in a real bash, and as text for the shells that are not there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from duotone.cli import COMMANDS, main
from duotone.cli.shells.words import words_of

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    assert main(["completion", "bash"]) == 0
    path = tmp_path / "duotone.bash"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def completed(script: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    typed = " ".join(f"'{word}'" for word in ("duotone", *words))
    code = (
        f"source '{script}'; COMP_WORDS=({typed}); COMP_CWORD={len(words)}; _duotone; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, check=True)  # noqa: S607
    assert done.stderr == ""
    return done.stdout.split()


@needs_bash
def test_bash_knows_whom_to_ask(script: Path) -> None:
    code = f"source '{script}'; complete -p duotone"
    done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, check=True)  # noqa: S607
    assert done.stdout == "complete -o bashdefault -o default -F _duotone duotone\n"


@needs_bash
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["che"], ["check"]),
        (["session", "app"], ["approve"]),
        (["run", "list", "--st"], ["--status"]),
        (["run", "list", "--status", "comp"], ["completed", "compensated"]),
        (["check", "--color", ""], ["auto", "always", "never"]),
        (["completion", "z"], ["zsh"]),
        (["log", "export", "--output", ""], []),
        (["run", "decide", "r1", "s1", "com"], ["committed"]),
        (["--ver"], ["--version"]),
    ],
)
def test_bash_offers_what_may_follow(words: list[str], offered: list[str], script: Path) -> None:
    assert completed(script, *words) == offered


@needs_bash
def test_every_command_is_offered_and_options_only_when_one_is_begun(script: Path) -> None:
    assert completed(script, "") == list(COMMANDS)
    assert all(word.startswith("--") for word in completed(script, "doctor", "-"))
    assert completed(script, "doctor", "") == []


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_know_every_command_verb_and_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    for words in words_of(COMMANDS):
        assert all(name in text for name in words.names)
        assert all(name.lstrip("-") in text for option in words.options for name in option.names)


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
def test_zsh_reads_its_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "zsh"]) == 0
    code = f"autoload -U compinit; compinit -u -D\n{capsys.readouterr().out}\n"
    assert subprocess.run(["zsh", "-f", "-c", code], check=False).returncode == 0  # noqa: S607


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish_offers_what_may_follow(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "fish"]) == 0
    code = f"{capsys.readouterr().out}\ncomplete -C 'duotone session app'"
    done = subprocess.run(["fish", "-N", "-c", code], capture_output=True, text=True, check=True)  # noqa: S607
    assert done.stdout.split("\t")[0] == "approve"


def test_every_command_declares_its_options() -> None:
    assert {words.path[0] for words in words_of(COMMANDS) if words.path} == set(COMMANDS)
