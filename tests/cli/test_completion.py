"""`duotone completion` in a real bash, zsh and fish; where one is not there, its tests say that they were skipped."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from duotone.cli import COMMANDS, main
from duotone.cli.shells.words import words_of
from tests.cli.terminals import Terminal, terminal_of

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


ONE_OFFERED = [
    ("che", "check"),
    ("session app", "session approve"),
    ("run list --st", "run list --status"),
    ("run list --limit 3 --st", "run list --limit 3 --status"),
    ("run list --status wai", "run list --status waiting"),
    ("check --color al", "check --color always"),
    ("completion z", "completion zsh"),
    ("run decide r1 s1 com", "run decide r1 s1 committed"),
    ("--ver", "--version"),
]
"""What somebody types, and what it is once they have pressed the tab key."""


START = """\
autoload -U compinit; compinit -u -D
source $ZDOTDIR/script
duotone() { print "called:$*:" }
PROMPT='ready> '
"""


@pytest.fixture
def zsh(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Terminal]:
    """A zsh that knows the script, and in which the command says how it was called."""
    assert main(["completion", "zsh"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out, encoding="utf-8")
    (tmp_path / ".zshrc").write_text(START, encoding="utf-8")
    with terminal_of(tmp_path, ["zsh", "-d", "-i"], ZDOTDIR=str(tmp_path)) as terminal:
        terminal.expect("ready> ")
        yield terminal
        terminal.type("exit\r")


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh, which is not installed")
def test_zsh_completes_what_is_typed(zsh: Terminal) -> None:
    for typed, whole in ONE_OFFERED:
        zsh.type(f"duotone {typed}\t\r")
        zsh.expect(f"called:{whole}:")
        zsh.expect("ready> ")
    assert "not found" not in zsh.text
    assert "bad " not in zsh.text


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh, which is not installed")
def test_zsh_shows_every_command_with_what_it_does(zsh: Terminal) -> None:
    zsh.type("duotone s\t\t")
    zsh.expect("saga")
    zsh.expect("serve a log over HTTP")
    zsh.type("\x03")


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish, which is not installed")
def test_fish_offers_what_may_follow(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["completion", "fish"]) == 0
    script = tmp_path / "script"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    asked = "; ".join(f"complete -C 'duotone {typed}'" for typed, _ in ONE_OFFERED)
    code = f"source {script}; {asked}; complete -C 'duotone '"
    done = subprocess.run(["fish", "-N", "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)  # noqa: S607
    assert done.stderr == ""
    offered = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    one = len(ONE_OFFERED)
    assert offered[:one] == [whole.rpartition(" ")[2] for _, whole in ONE_OFFERED]
    assert set(COMMANDS) <= set(offered[one:])


def test_every_command_declares_its_options() -> None:
    assert {words.path[0] for words in words_of(COMMANDS) if words.path} == set(COMMANDS)
