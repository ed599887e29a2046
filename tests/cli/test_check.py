"""`duotone check`: what it reads, what it prints, how it ends."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.analyzer.output.sarif_shape import SARIF
from tests.analyzer.output.shapes import problems
from tests.cli.conftest import CLEAN, LOSING, Project
from tests.meta.sources import ROOT

DOUBTFUL = """\
import asyncio
import time


async def test_of_a_clock():
    await asyncio.sleep(0)
    time.sleep(1)
"""
NO_ROOT = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")


def test_findings_are_printed_and_the_exit_code_is_1(project: Project) -> None:
    project.write("pkg/losing.py")
    done = project.run("check", "--output-format", "concise")
    assert done.code == 1
    assert done.out.startswith("pkg/losing.py:9:5: ")
    assert "DUO101" in done.out


def test_without_findings_the_exit_code_is_0(project: Project) -> None:
    project.write("clean.py", CLEAN)
    assert project.run("check").code == 0


def test_exit_zero_prints_findings_and_ends_well(project: Project) -> None:
    project.write("losing.py")
    done = project.run("check", "--exit-zero")
    assert done.code == 0
    assert "DUO101" in done.out


def test_findings_that_are_not_sure_are_counted_and_shown_when_asked_for(project: Project) -> None:
    project.write("test_clock.py", DOUBTFUL)
    done = project.run("check", "--output-format", "concise")
    assert (done.code, done.out) == (0, "")
    assert done.err == "1 finding is not sure; --min-confidence possible shows it\n"
    assert project.run("check", "--quiet").err == ""
    shown = project.run("check", "--min-confidence", "possible", "--output-format", "concise")
    assert shown.code == 1
    assert shown.out.startswith("test_clock.py:7:5: DUO301")
    assert shown.err == ""


def test_paths_choose_what_is_read(project: Project) -> None:
    project.write("one/a.py")
    project.write("two/b.py")
    assert project.places("two") == ["two/b.py:9 DUO101"]
    assert project.places("two/b.py", "two", "./two") == ["two/b.py:9 DUO101"]


def test_patterns_to_leave_out_may_be_written_with_commas(project: Project) -> None:
    for name in ("a", "b", "c"):
        project.write(f"{name}.py")
    assert project.places("--exclude", "a.py, b.py") == ["c.py:9 DUO101"]


def test_one_test_file_is_judged_with_the_sources_beside_it(project: Project) -> None:
    project.write("src/pkg/a.py")
    project.write("tests/test_a.py", "from pkg.a import lose\n\nasync def test_it():\n    lose()\n")
    for paths in ([], ["tests"], ["tests/test_a.py"]):
        assert "tests/test_a.py:4 DUO101" in project.places(*paths)


def test_paths_are_shown_from_where_the_command_runs(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("pyproject.toml", "[tool.duotone]\n")
    project.write("src/pkg/a.py")
    monkeypatch.chdir(project.root / "src")
    assert project.places(".") == ["pkg/a.py:9 DUO101"]
    assert project.places(str(project.root)) == ["pkg/a.py:9 DUO101"]


@pytest.mark.parametrize("option", ["--select", "--ignore", "--extend-select"])
def test_an_unknown_rule_is_one_line_with_a_suggestion_and_exit_2(option: str, project: Project) -> None:
    project.write("a.py")
    done = project.run("check", option, "lost-corutine")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"error: {option}: unknown rule 'lost-corutine'; did you mean 'lost-coroutine'?\n"


def test_an_unknown_rule_in_settings_is_one_line_and_exit_2(project: Project) -> None:
    project.write("a.py")
    project.write("pyproject.toml", '[tool.duotone]\nignore = ["DUO999"]\n')
    done = project.run("check")
    assert done.code == 2
    assert done.err.startswith("error: pyproject.toml: ignore: unknown rule 'DUO999'; ")
    assert done.err.count("\n") == 1


def test_select_and_ignore_take_codes_prefixes_and_names(project: Project) -> None:
    project.write("a.py", LOSING + "    _ = lose()\n")
    assert project.places("--select", "DUO101") == ["a.py:9 DUO101"]
    assert project.places("--select", "unused-coroutine") == ["a.py:10 DUO102"]
    assert project.places("--select", "DUO101, DUO102") == ["a.py:9 DUO101", "a.py:10 DUO102"]
    assert project.places("--ignore", "duo101") == ["a.py:10 DUO102"]
    assert project.places("--ignore", "DUO1", "--extend-select", "lost-coroutine") == ["a.py:9 DUO101"]


def test_what_is_selected_by_hand_beats_what_a_file_ignores(project: Project) -> None:
    project.write("a.py")
    project.write("duotone.toml", 'ignore = ["DUO101"]\n')
    assert project.places() == []
    assert project.places("--select", "DUO101") == ["a.py:9 DUO101"]
    assert project.places("--extend-select", "DUO101") == ["a.py:9 DUO101"]


def test_a_missing_path_is_one_line_and_exit_2(project: Project) -> None:
    done = project.run("check", "nowhere.py")
    assert (done.code, done.out) == (2, "")
    assert done.err == "error: there is no file or directory 'nowhere.py'; give paths that exist\n"


def test_a_directory_without_python_is_one_line_and_exit_2(project: Project) -> None:
    project.write("docs/readme.md", "")
    done = project.run("check", "docs")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: no Python files in 'docs'")
    assert done.err.count("\n") == 1


def test_a_directory_without_python_beside_another_is_a_warning(project: Project) -> None:
    project.write("docs/readme.md", "")
    project.write("src/a.py", CLEAN)
    done = project.run("check", "docs", "src")
    assert done.code == 0
    assert "warning: no Python files in 'docs'\n" in done.err


def test_a_file_that_is_not_text_is_one_line_and_exit_2(project: Project) -> None:
    (project.root / "image.py").write_bytes(b"\x89PNG\0\0")
    done = project.run("check", "image.py")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: 'image.py' is not text")


def test_a_link_that_leads_back_to_itself_is_one_line_and_exit_2(project: Project) -> None:
    (project.root / "loop.py").symlink_to("loop.py")
    done = project.run("check", "loop.py")
    assert done.code == 2
    assert done.err.startswith("error: 'loop.py' is a link that leads back to itself")


def test_links_in_circles_below_a_directory_are_left_out_with_a_warning(project: Project) -> None:
    project.write("src/a.py", CLEAN)
    (project.root / "src" / "circle").symlink_to(project.root)
    (project.root / "src" / "loop.py").symlink_to("loop.py")
    done = project.run("check", "src")
    assert done.code == 0
    assert "src/loop.py is a link that leads back to itself, so it was left out" in done.err


@NO_ROOT
def test_a_directory_that_may_not_be_read_is_a_warning(project: Project) -> None:
    project.write("a.py", CLEAN)
    project.write("secret/b.py").parent.chmod(0)
    done = project.run("check")
    assert done.code == 0
    assert "warning: secret can't be read (Permission denied), so it was left out" in done.err
    (project.root / "secret").chmod(0o700)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--jobs", "0"], "'0' is not a number from 1 up"),
        (["--min-confidence", "sure"], "invalid choice: 'sure'"),
        (["--nonsense"], "unrecognized arguments: --nonsense"),
        (["--output", "sarf=x"], "unknown format 'sarf'; did you mean 'sarif'?"),
        (["--output", "sarif"], "names no file; write --output sarif=FILE"),
        (["--output", "sarif=nowhere/x"], "its directory is not there"),
        (["--output", "sarif=."], "is a directory"),
        (["--output", "sarif=-"], "writes files; use --output-format sarif for standard output"),
        (["--output", "sarif=x", "--output", "json=./x"], "another --output writes './x' already; name another file"),
        (["--select", ""], "argument --select: it names no rule"),
        (["--selct", "DUO1"], "unrecognized arguments: --selct; did you mean '--select'? see `duotone check"),
        (["--roots", "src"], "unrecognized arguments: --roots; write --config roots=...; see `duotone check --help`"),
        (["--cache-dir", ""], "argument --cache-dir: it names no file or directory"),
        (["--statistics", "--output-format", "junit"], "--statistics prints text or json, and no junit"),
        (["--config", "nowhere.toml"], "there is no file 'nowhere.toml'"),
        (["--config", "selct=DUO1"], "--config: unknown key 'selct'; did you mean 'select'?"),
        (["--config", "jobs=many"], "--config: jobs needs a number"),
        (["--python", "nowhere/python"], "there is no 'nowhere/python'"),
        (["--baseline", "nowhere.json"], "there is no baseline"),
        (["--config", "a.toml", "--isolated"], "use one of the two"),
        (["--config", "a.toml", "--config", "b.toml"], "--config names 2 files"),
        (["-", "a.py"], "can't be given with other paths"),
        (["--stdin-filename", "x.py", "a.py"], "can't be given with paths other than -"),
        (["--watch", "-"], "standard input has none"),
    ],
)
def test_wrong_use_is_one_line_and_exit_2(arguments: list[str], said: str, project: Project) -> None:
    project.write("a.py")
    project.write("a.toml", "")
    project.write("b.toml", "")
    done = project.run("check", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_several_outputs_are_written_at_once(project: Project) -> None:
    project.write("a.py")
    done = project.run(
        "check", "--output", "json=out.json", "--output", "sarif=out.sarif", "--output-format", "concise"
    )
    assert done.out.startswith("a.py:9:5")
    document = json.loads((project.root / "out.json").read_text())
    log = json.loads((project.root / "out.sarif").read_text())
    assert [one["code"] for one in document["findings"]] == ["DUO101"]
    assert [one["ruleId"] for one in log["runs"][0]["results"]] == ["DUO101"]
    published = json.loads((ROOT / "docs" / "schema" / "check-output.json").read_text(encoding="utf-8"))
    assert [*problems(document, published, published), *problems(log, SARIF, SARIF)] == []
    assert sorted(path.name for path in project.root.iterdir() if path.is_file()) == ["a.py", "out.json", "out.sarif"]


def test_an_output_file_keeps_its_permissions(project: Project) -> None:
    project.write("a.py")
    file = project.write("out.json", "old")
    file.chmod(0o600)
    project.run("check", "--output", "json=out.json")
    assert file.stat().st_mode & 0o777 == 0o600
    assert "DUO101" in file.read_text()


def test_statistics_count_instead_of_listing(project: Project) -> None:
    project.write("a.py", LOSING + "    lose()\n    _ = lose()\n")
    done = project.run("check", "--statistics")
    assert done.code == 1
    assert done.out == "2  DUO101  lost-coroutine\n1  DUO102  unused-coroutine\n"
    listed = json.loads(project.run("check", "--statistics", "--output-format", "json").out)
    assert listed[0] == {"code": "DUO101", "name": "lost-coroutine", "count": 2}


def test_stdin_is_read_under_the_name_that_it_is_given(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("pyproject.toml", '[tool.duotone.per-file-ignores]\n"quiet/*" = ["DUO1"]\n')
    for name, expected in [("pkg/a.py", ["pkg/a.py:9 DUO101"]), ("quiet/a.py", [])]:
        with monkeypatch.context() as patch:
            patch.setattr("sys.stdin", _text(LOSING))
            assert project.places("--stdin-filename", name, "-") == expected


def test_stdin_without_a_name_is_read_as_well(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", _text(LOSING))
    assert project.places("-") == ["stdin.py:9 DUO101"]


def test_stdin_that_is_not_text_is_one_line_and_exit_2(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", _text("a\0b"))
    done = project.run("check", "-")
    assert done.code == 2
    assert "is not text" in done.err


def _text(text: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()))


def test_several_projects_have_their_own_settings(project: Project) -> None:
    project.write("one/duotone.toml", 'ignore = ["DUO101"]\n')
    project.write("one/a.py")
    project.write("two/pyproject.toml", "[tool.duotone]\n")
    project.write("two/b.py")
    project.write("c.py")
    assert project.places() == ["c.py:9 DUO101", "two/b.py:9 DUO101"]
    assert project.places("--isolated") == ["c.py:9 DUO101", "one/a.py:9 DUO101", "two/b.py:9 DUO101"]


def test_comments_suppress_and_unused_ones_are_findings(project: Project) -> None:
    suppressed = LOSING.replace("    lose()\n", "    lose()  # noqa: DUO101\n")
    project.write("a.py", suppressed)
    project.write("b.py", CLEAN.replace("    await lose()\n", "    await lose()  # noqa: DUO101\n"))
    assert project.places() == ["b.py:9 DUO002"]
    assert project.places("--ignore", "DUO101") == []


def test_colors_follow_the_option_and_the_environment(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("a.py")
    assert "\x1b[" not in project.run("check").out
    assert "\x1b[" in project.run("check", "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in project.run("check").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in project.run("check").out


def test_a_pipe_sees_no_progress(project: Project) -> None:
    project.write("a.py", CLEAN)
    assert project.run("check").err == ""


def test_a_missing_parser_is_one_line_that_says_what_to_install(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("a.py")
    monkeypatch.setattr("duotone.cli.running._NEEDED", ("tree_sitter_of_another_language",))
    done = project.run("check")
    assert done.code == 2
    assert done.err == "error: the analyzer needs the 'check' extra: pip install 'duotone[check]'\n"


def test_a_failure_inside_is_one_line_and_with_verbose_a_traceback(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("a.py")

    def fail(*_args: object, **_options: object) -> None:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr("duotone.analyzer.engine.check", fail)
    done = project.run("check")
    assert done.code == 2
    assert done.err.startswith(
        "error: duotone itself failed: ZeroDivisionError: inside; run it again with DUOTONE_DEBUG"
    )
    assert done.err.count("\n") == 1
    assert "Traceback" in project.run("check", "--verbose").err
    monkeypatch.setenv("DUOTONE_DEBUG", "1")
    assert "Traceback" in project.run("check").err


def test_an_interrupt_is_one_line_and_exit_130_and_leaves_no_file(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("a.py")

    def interrupt(*_args: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("duotone.analyzer.engine.check", interrupt)
    done = project.run("check", "--output", "json=out.json")
    assert (done.code, done.out, done.err) == (130, "", "interrupted\n")
    assert [path.name for path in project.root.iterdir()] == ["a.py"]


def test_an_interrupt_while_files_are_written_leaves_them_as_they_were(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("a.py")
    project.write("out.json", "old")

    def interrupt(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    assert project.run("check", "--no-cache", "--output", "json=out.json").code == 130
    assert (project.root / "out.json").read_text() == "old"
    assert sorted(path.name for path in project.root.iterdir()) == ["a.py", "out.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals go to processes in another way there")
def test_ctrl_c_ends_a_real_process_with_130(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(CLEAN)
    child = (
        "import os, signal, sys\n"
        "import duotone.cli.running as running\n"
        "running.perform = lambda *a, **o: os.kill(os.getpid(), signal.SIGINT)\n"
        "from duotone.cli import main\n"
        "sys.exit(main(['check']))\n"
    )
    done = subprocess.run([sys.executable, "-c", child], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", "interrupted\n")
