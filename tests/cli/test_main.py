"""The command itself: help, versions, unknown commands, and what each of them costs before it does anything."""

from __future__ import annotations

import importlib.metadata
import itertools
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from duotone.cli import COMMANDS, main
from duotone.cli.installed import version
from tests.cli.conftest import LOSING, Project


def run_python(*arguments: str, **options: str) -> subprocess.CompletedProcess[str]:
    # The tracer of coverage imports modules of its own, and what is imported is what these tests are about.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env={**inherited, **options}
    )


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in COMMANDS)


def test_no_command_shows_the_help_and_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "commands:" in capsys.readouterr().out


def test_help_of_a_command_is_that_of_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "explain"]) == 0
    assert capsys.readouterr().out.startswith("usage: duotone explain ")


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"duotone {importlib.metadata.version('duotone')}\n"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("chekc", "error: unknown command 'chekc'; did you mean 'check'?\n"),
        ("xyzzy", "error: unknown command 'xyzzy'; see `duotone --help` for all of them\n"),
        ("--quietly", "error: unknown option '--quietly'; see `duotone --help` for all of them\n"),
    ],
)
def test_an_unknown_command_is_one_line_and_exit_2(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([word]) == 2
    assert capsys.readouterr().err == said


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"usage: duotone {command}")


def test_python_m_duotone_is_the_same_command() -> None:
    done = run_python("-m", "duotone", "rules", "--nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: unrecognized arguments: --nonsense; see `duotone rules --help`\n"


def test_help_imports_neither_the_analyzer_nor_asyncio() -> None:
    code = (
        "import sys; from duotone.cli import main; main(['--help']);"
        "print([n for n in sys.modules if n.startswith(('duotone.analyzer', 'asyncio', 'argparse'))])"
    )
    assert run_python("-c", code).stdout.endswith("[]\n")


def test_the_options_of_check_are_shown_without_the_engine_the_rules_or_a_parser() -> None:
    code = (
        "import sys; from duotone.cli import main; main(['check', '--help']);"
        "print([n for n in sys.modules if n.startswith(('asyncio', 'tree_sitter', 'multiprocessing', 'tomllib',"
        "'duotone.analyzer.engine', 'duotone.analyzer.rules', 'duotone.analyzer.output'))])"
    )
    assert run_python("-c", code).stdout.endswith("[]\n")


OPERATING = ["serve", "chat", "run", "saga", "session", "process", "outbox", "token", "doctor", "completion"]


@pytest.mark.parametrize("command", OPERATING)
def test_the_options_of_an_operating_command_are_shown_without_the_runtime_and_the_server(command: str) -> None:
    code = (
        f"import sys; from duotone.cli import main; main(['{command}', '--help']);"
        "print([n for n in sys.modules if n.startswith(('asyncio', 'duotone.runtime', 'duotone.server', 'fastapi',"
        "'duotone.analyzer', 'sqlite3'))])"
    )
    assert run_python("-c", code).stdout.endswith("[]\n")


def test_the_version_is_told_with_hardly_more_than_a_bare_interpreter_has() -> None:
    code = (
        "import sys; before = set(sys.modules); from duotone.cli import main; main(['--version']);"
        "print(sorted(n for n in set(sys.modules) - before if not n.startswith('importlib') and n != 'warnings'))"
    )
    expected = "['__future__', 'duotone', 'duotone.cli', 'duotone.cli.installed']\n"
    assert run_python("-c", code).stdout.endswith(expected)


def test_a_version_that_no_installer_has_left_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["nowhere"])
    assert version() == "unknown"


def test_what_is_imported_for_help_takes_less_than_60_milliseconds() -> None:
    code = "import time; s = time.process_time(); import duotone.cli; print(time.process_time() - s)"
    assert min(float(run_python("-c", code).stdout) for _ in range(3)) < 0.06


def test_output_that_nobody_reads_to_its_end_is_no_failure_of_ours() -> None:
    code = (
        "import sys; from duotone.cli import main; import duotone.cli.rules as rules;"
        "rules.emit = lambda text: [sys.stdout.write('x' * 100_000) for _ in range(20)];"
        "sys.exit(main(['rules']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == ""
    assert child.returncode == 1


def test_rules_lists_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("DUO101  lost-coroutine ") for line in lines)
    assert main(["rules", "--output-format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert len(listed) == len(lines)
    assert set(listed[0]) == {"code", "name", "severity", "summary", "doc"}


@pytest.mark.parametrize("word", ["DUO101", "duo101", "lost-coroutine"])
def test_explain_takes_a_code_or_a_name(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# lost-coroutine (DUO101)\n\n")
    assert "## Why is this bad?" in shown


def test_explain_of_an_unknown_rule_suggests_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "lost-corotine"]) == 2
    assert capsys.readouterr().err == "error: there is no rule 'lost-corotine'; did you mean 'lost-coroutine'?\n"


def test_a_part_that_is_not_there_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "duotone.lsp", None)
    assert main(["lsp"]) == 2
    said = capsys.readouterr().err
    assert said == "error: `duotone lsp` is not part of this version of duotone; install a newer one\n"


def test_the_report_is_a_page(project: Project) -> None:
    project.write("a.py", LOSING)
    done = project.run("report", "--html", "page.html", "--title", "Colors of ours")
    assert (done.code, done.out) == (0, "")
    assert done.err == "page.html: 1 finding in 1 file\n"
    assert "Colors of ours" in (project.root / "page.html").read_text(encoding="utf-8")


def test_explain_breaks_paragraphs_at_the_width_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["explain", "DUO101"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 60
    start = lines.index("## What it does") + 1
    paragraph = lines[start : lines.index("", start)]
    # Only the last line of a paragraph may be short, since a word that fits is never put off.
    assert all(len(line) + len(after.split()[0]) >= 60 for line, after in itertools.pairwise(paragraph))


def test_explain_breaks_items_of_lists_at_the_width_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["explain", "DUO301"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 60
    start = next(number for number, line in enumerate(lines) if line.startswith("- "))
    assert lines[start + 1].startswith("  ")
    assert "  " not in lines[start + 1].strip()


def test_explain_breaks_no_word_that_may_be_copied(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert main(["explain", "DUO601"]) == 0
    assert "invalid-overridden-method" in capsys.readouterr().out


def test_explain_leaves_code_as_it_is(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["explain", "DUO101"]) == 0
    assert "```python\nasync def handle(order):\n    store.save(order)\n```\n" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["explain", "DUO999"], ["check", "--select", "DUO9"]])
def test_a_code_that_does_not_exist_is_like_no_other(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text("")
    assert main(arguments) == 2
    assert "see `duotone rules` for all of them" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["report"], ["report", "--html"]])
def test_a_report_without_a_file_says_what_to_write(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert "write `duotone report --html report.html`" in capsys.readouterr().err
