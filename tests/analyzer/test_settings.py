"""Settings: where they are found, what they may say, and how wrong ones are refused."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from duotone.analyzer.findings import Confidence, Finding, Place, Severity
from duotone.analyzer.selection import Selection, check_words
from duotone.analyzer.settings import Settings, settings_from
from duotone.analyzer.settings_files import Finder, inline_table, settings_for
from duotone.errors import BadSettings

RULES = {"DUO101": "lost-coroutine", "DUO102": "unused-coroutine", "DUO201": "needless-async"}


def found(directory: Path, cwd: Path | None = None) -> Settings:
    return Finder(cwd or directory).for_directory(directory)


def refused(table: dict[str, object], root: Path) -> str:
    with pytest.raises(BadSettings) as caught:
        settings_from(table, Settings(root), where="pyproject.toml", base=root)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    settings = found(tmp_path)
    assert settings == Settings(tmp_path, cache_dir=tmp_path / ".duotone_cache")
    assert (settings.select, settings.min_confidence) == (("DUO",), Confidence.LIKELY)


def test_every_key_is_read(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / ".venv").mkdir()
    (tmp_path / "pyproject.toml").write_text(
        """
        [tool.duotone]
        select = ["DUO1", "needless-async"]
        ignore = ["DUO102"]
        exclude = ["generated/"]
        roots = ["src"]
        python = ".venv"
        min-confidence = "certain"
        baseline = "accepted.json"
        cache-dir = "cache"
        jobs = 2
        respect-gitignore = false

        [tool.duotone.per-file-ignores]
        "tests/**" = ["DUO2"]
        """
    )
    assert found(tmp_path) == Settings(
        root=tmp_path,
        select=("DUO1", "needless-async"),
        ignore=("DUO102",),
        per_file_ignores={"tests/**": ("DUO2",)},
        exclude=("generated/",),
        roots=(tmp_path / "src",),
        python=tmp_path / ".venv",
        min_confidence=Confidence.CERTAIN,
        baseline=tmp_path / "accepted.json",
        cache_dir=tmp_path / "cache",
        jobs=2,
        respect_gitignore=False,
        source=tmp_path / "pyproject.toml",
    )


def test_settings_can_be_sent_to_another_process(tmp_path: Path) -> None:
    settings = Settings(tmp_path, per_file_ignores={"a": ("DUO1",)})
    assert pickle.loads(pickle.dumps(settings)) == settings  # noqa: S301  # our own


def test_the_nearest_file_wins_and_files_of_others_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.duotone]\njobs = 1\n")
    below = tmp_path / "one" / "two"
    below.mkdir(parents=True)
    (below / "pyproject.toml").write_text("[tool.other]\n")
    assert found(below).root == tmp_path
    (below.parent / "duotone.toml").write_text("jobs = 2\n")
    assert (found(below).root, found(below).jobs) == (below.parent, 2)
    assert found(tmp_path).jobs == 1


def test_duotone_toml_beats_pyproject_toml_beside_it(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.duotone]\njobs = 1\n")
    (tmp_path / "duotone.toml").write_text("jobs = 2\n")
    assert found(tmp_path).jobs == 2


def test_a_broken_file_of_others_is_passed_over_and_a_broken_one_of_ours_refused(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[[[\n")
    assert found(tmp_path).source is None
    (tmp_path / "pyproject.toml").write_text("[tool.duotone]\njobs = = 1\n")
    with pytest.raises(BadSettings, match=r"pyproject.toml: is no valid TOML: Invalid value \(at line 2"):
        found(tmp_path)


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "duotone.toml").write_bytes(b"# \xff\n")
    with pytest.raises(BadSettings, match="is not UTF-8"):
        found(tmp_path)


def test_a_byte_order_mark_is_no_part_of_the_settings(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b'\xef\xbb\xbf[tool.duotone]\r\nignore = ["DUO1"]\r\n')
    assert Finder(tmp_path).for_directory(tmp_path).ignore == ("DUO1",)


def test_a_directory_with_the_name_of_a_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").mkdir()
    assert found(tmp_path).source is None


@pytest.mark.parametrize("text", ["tool = 1\n# duotone\n", "[tool]\nother = 1\n# duotone\n"])
def test_a_file_that_only_mentions_duotone_is_passed_over(text: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert found(tmp_path).source is None


def test_a_table_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool]\nduotone = 1\n")
    with pytest.raises(BadSettings, match=r"tool.duotone needs a table, and got 1; write \[tool.duotone\]"):
        found(tmp_path)


def test_a_file_that_was_named_replaces_all_others_and_its_paths_are_those_of_the_caller(tmp_path: Path) -> None:
    (tmp_path / "duotone.toml").write_text("jobs = 1\n")
    (tmp_path / "configs").mkdir()
    named = tmp_path / "configs" / "strict.toml"
    named.write_text('cache-dir = "kept"\n')
    settings = Finder(tmp_path, config=named).for_directory(tmp_path)
    assert (settings.root, settings.jobs, settings.cache_dir) == (tmp_path, None, tmp_path / "kept")
    pyproject = tmp_path / "configs" / "pyproject.toml"
    pyproject.write_text("[tool.other]\n")
    with pytest.raises(BadSettings, match=r"has no \[tool.duotone\]"):
        Finder(tmp_path, config=pyproject)
    pyproject.write_text("[tool.duotone]\njobs = 3\n")
    assert Finder(tmp_path, config=pyproject).for_directory(tmp_path / "any").jobs == 3


def test_isolated_settings_come_from_no_file(tmp_path: Path) -> None:
    (tmp_path / "duotone.toml").write_text("jobs = 1\n")
    (tmp_path / "duotone-baseline.json").write_text("{}")
    finder = Finder(tmp_path, is_isolated=True)
    settings = finder.for_directory(tmp_path)
    assert (settings.jobs, settings.baseline, finder.sources()) == (None, None, set())


def test_a_baseline_beside_the_settings_is_found(tmp_path: Path) -> None:
    (tmp_path / "duotone-baseline.json").write_text("{}")
    assert found(tmp_path).baseline == tmp_path / "duotone-baseline.json"


def test_the_finder_names_the_files_that_it_read(tmp_path: Path) -> None:
    (tmp_path / "duotone.toml").write_text("")
    finder = Finder(tmp_path)
    finder.for_directory(tmp_path / "a" / "b")
    assert finder.sources() == {tmp_path / "duotone.toml"}


def test_settings_for_a_directory_are_found_without_options(tmp_path: Path) -> None:
    (tmp_path / "duotone.toml").write_text("jobs = 4\n")
    assert settings_for(tmp_path).jobs == 4


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"selct": []}, "pyproject.toml: unknown key 'selct'; did you mean 'select'?"),
        ({"min_confidence": "likely"}, "unknown key 'min_confidence'; did you mean 'min-confidence'?"),
        (
            {"tool": {"duotone": {}}},
            "unknown key 'tool'; only a pyproject.toml has [tool.duotone], so write the keys at",
        ),
        ({"zzz": 1}, "unknown key 'zzz'; the keys are select, ignore, per-file-ignores"),
        (
            {"select": "DUO1"},
            "pyproject.toml: select needs a list of strings, and got 'DUO1' (a string); write select = [",
        ),
        ({"ignore": [1]}, "ignore needs a list of strings, and got [1] (a list)"),
        ({"exclude": [""]}, "exclude needs a list of strings"),
        ({"per-file-ignores": []}, "per-file-ignores needs a table of patterns"),
        ({"per-file-ignores": {"a.py": "DUO1"}}, "per-file-ignores.'a.py' needs a list of strings"),
        ({"roots": "src"}, "roots needs a list of directories"),
        ({"roots": ["nowhere"]}, "roots: there is no directory"),
        ({"roots": [1]}, "roots needs a path"),
        ({"python": "nowhere/python"}, "python: there is no 'nowhere/python'"),
        ({"min-confidence": "sure"}, "min-confidence needs one of possible, likely, certain, and got 'sure'"),
        ({"baseline": 1}, "baseline needs a path, and got 1 (a number)"),
        ({"cache-dir": ""}, "cache-dir needs a path"),
        ({"jobs": 0}, "jobs needs a number of processes from 1 up, and got 0"),
        ({"jobs": True}, "jobs needs a number of processes from 1 up, and got True (a boolean)"),
        ({"respect-gitignore": "no"}, "respect-gitignore needs true or false, and got 'no' (a string)"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_name_and_what_to_write(
    table: dict[str, object], said: str, tmp_path: Path
) -> None:
    assert said in refused(table, tmp_path)


def test_an_interpreter_may_be_named_as_the_shell_finds_it(tmp_path: Path) -> None:
    settings = settings_from({"python": "python3"}, Settings(tmp_path), where="x", base=tmp_path)
    assert settings.python is not None
    assert settings.python.is_absolute()


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("jobs=2", "jobs", 2),
        ("min-confidence = certain", "min-confidence", "certain"),
        ("select=DUO1,DUO2", "select", ["DUO1", "DUO2"]),
        ('select=["DUO1"]', "select", ["DUO1"]),
        ("respect-gitignore=false", "respect-gitignore", False),
        ('per-file-ignores={"a.py" = ["DUO1"]}', "per-file-ignores", {"a.py": ["DUO1"]}),
    ],
)
def test_a_pair_is_read_as_toml_or_as_text(text: str, key: str, value: object) -> None:
    assert inline_table([text]) == {key: value}


def shown(code: str, path: str = "src/a.py", confidence: Confidence = Confidence.CERTAIN) -> Finding:
    return Finding(code, RULES[code], "m", Severity.ERROR, confidence, Place(path, 1, 1, 1, 2))


@pytest.mark.parametrize(
    ("select", "ignore", "codes"),
    [
        (("DUO",), (), ["DUO101", "DUO102", "DUO201"]),
        (("DUO1",), (), ["DUO101", "DUO102"]),
        (("DUO",), ("DUO1",), ["DUO201"]),
        (("DUO", "lost-coroutine"), ("DUO1",), ["DUO101", "DUO201"]),
        (("DUO101",), ("lost-coroutine",), []),
        (("duo2", "unused-coroutine"), (), ["DUO102", "DUO201"]),
        ((), (), []),
    ],
)
def test_the_more_exact_word_wins_and_ignore_between_equals(
    select: tuple[str, ...], ignore: tuple[str, ...], codes: list[str], tmp_path: Path
) -> None:
    selection = Selection(Settings(tmp_path, select=select, ignore=ignore), RULES)
    assert [code for code in RULES if selection.has(code)] == codes


def test_rules_can_be_ignored_in_some_files_or_in_all_but_some(tmp_path: Path) -> None:
    ignores = {"tests/": ("DUO1",), "!src/**": ("needless-async",)}
    selection = Selection(Settings(tmp_path, per_file_ignores=ignores), RULES)
    assert selection.shows(shown("DUO101"))
    assert not selection.shows(shown("DUO101", "tests/deep/a.py"))
    assert selection.shows(shown("DUO201"))
    assert not selection.shows(shown("DUO201", "tests/deep/a.py"))


def test_findings_below_the_confidence_are_not_shown(tmp_path: Path) -> None:
    selection = Selection(Settings(tmp_path), RULES)
    levels = [level for level in Confidence if selection.shows(shown("DUO101", confidence=level))]
    assert levels == [Confidence.LIKELY, Confidence.CERTAIN]


def test_a_rule_that_is_not_in_the_list_is_chosen_by_its_prefix(tmp_path: Path) -> None:
    selection = Selection(Settings(tmp_path), RULES)
    assert selection.has("DUO999", "later-rule")


def test_words_that_mean_no_rule_are_refused() -> None:
    check_words(["DUO", "DUO1", "duo101", "needless-async"], RULES, "select")
    with pytest.raises(BadSettings, match="select: unknown rule 'E501'; see `duotone rules` for all of them"):
        check_words(["E501"], RULES, "select")


def test_every_place_where_settings_name_rules_is_checked(tmp_path: Path) -> None:
    for settings in (
        Settings(tmp_path, select=("DUO9",)),
        Settings(tmp_path, ignore=("DUO9",)),
        Settings(tmp_path, per_file_ignores={"a.py": ("DUO9",)}),
    ):
        with pytest.raises(BadSettings, match="unknown rule 'DUO9'"):
            Selection(settings, RULES).check()
