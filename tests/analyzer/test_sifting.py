"""What is shown of what was found: rules, comments, fingerprints and the baseline together."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.analyzer.baseline import dump, update
from duotone.analyzer.findings import Confidence, Finding, Place, Severity, path_in
from duotone.analyzer.settings import Settings
from duotone.analyzer.sifting import Sifted, sift
from duotone.analyzer.texts import Texts
from duotone.errors import BadSettings

RULES = {"DUO002": "unused-suppression", "DUO101": "lost-coroutine", "DUO201": "needless-async"}


def finding(line: int, *, path: str = "a.py", confidence: Confidence = Confidence.CERTAIN) -> Finding:
    return Finding("DUO101", "lost-coroutine", "m", Severity.ERROR, confidence, Place(path, line, 1, line, 4))


def sifted(root: Path, findings: list[Finding], settings: Settings | None = None, **options: frozenset[str]) -> Sifted:
    return sift(findings, sorted(root.glob("*.py")), settings or Settings(root), RULES, Texts(root), **options)


def test_comments_are_heard_and_counted(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("f()  # noqa: DUO101\nf()\nf()  # noqa: DUO201\n")
    result = sifted(tmp_path, [finding(2), finding(1)])
    assert [(one.code, one.place.line) for one in result.shown] == [("DUO101", 2), ("DUO002", 3)]
    assert result.suppressed == 1
    assert all(one.fingerprint for one in result.shown)


def test_a_comment_for_a_doubtful_finding_is_not_unused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("f()  # noqa: DUO101\n")
    result = sifted(tmp_path, [finding(1, confidence=Confidence.POSSIBLE)])
    assert (result.shown, result.suppressed) == ((), 0)


def test_unused_comments_with_codes_of_dlint_are_ours_where_another_is_needed(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("f()  # noqa: DUO101\n")
    (tmp_path / "b.py").write_text("f()  # noqa: DUO101\n")
    assert sifted(tmp_path, []).shown == ()
    assert [(one.code, one.place.path) for one in sifted(tmp_path, [finding(1)]).shown] == [("DUO002", "b.py")]


def test_unused_comments_are_found_in_files_without_findings(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("f()  # noqa: DUO201\n")
    (tmp_path / "b.py").write_text("f()  # noqa\n")
    assert [one.place.path for one in sifted(tmp_path, []).shown] == ["a.py"]
    assert sifted(tmp_path, [], marked=frozenset()).shown == ()
    assert [one.place.path for one in sifted(tmp_path, [], marked=frozenset({"a.py"})).shown] == ["a.py"]


def test_unused_comments_can_be_ignored_like_any_rule(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("f()  # noqa: DUO201\n")
    for settings in (
        Settings(tmp_path, ignore=("DUO002",)),
        Settings(tmp_path, per_file_ignores={"a.py": ("unused-suppression",)}),
        Settings(tmp_path, ignore=("DUO201",)),
    ):
        assert sifted(tmp_path, [], settings).shown == ()


def test_a_fingerprint_does_not_depend_on_comments(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("f()\nf()\n")
    plain = sifted(tmp_path, [finding(1), finding(2)]).shown
    (tmp_path / "a.py").write_text("f()  # noqa\nf()\n")
    assert sifted(tmp_path, [finding(1), finding(2)]).shown[0].fingerprint == plain[1].fingerprint


def test_the_baseline_hides_and_names_what_is_gone(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("f()\ng()\n")
    first = sifted(tmp_path, [finding(1), finding(2)])
    file = tmp_path / "baseline.json"
    assert first.baselined is None
    file.write_text(dump([]))
    settings = Settings(tmp_path, baseline=file)
    again = sifted(tmp_path, [finding(1), finding(2)], settings)
    assert again.baselined is not None
    file.write_text(dump(update(again.baselined, [], is_first=True, accepts_new=False).entries))
    last = sifted(tmp_path, [finding(1)], settings)
    assert last.baselined is not None
    assert (last.shown, len(last.baselined.hidden), len(last.baselined.gone)) == ((), 1, 1)


def test_a_file_that_cannot_be_read_keeps_its_findings(tmp_path: Path) -> None:
    gone = tmp_path / "gone.py"
    result = sift([finding(1, path="gone.py")], [gone], Settings(tmp_path), RULES, Texts(tmp_path))
    assert len(result.shown) == 1


def test_a_buffer_stands_for_its_file(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("f()\n")
    texts = Texts(tmp_path, {file: "f()  # noqa\n"})
    assert sift([finding(1)], [file], Settings(tmp_path), RULES, texts).shown == ()
    texts = Texts(tmp_path, {file: "f()  # noqa: DUO201\n"})
    assert len(sift([], [file], Settings(tmp_path), RULES, texts).shown) == 1


def test_rules_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match="unknown rule"):
        sifted(tmp_path, [], Settings(tmp_path, select=("DUO9",)))


@pytest.mark.parametrize(
    ("root", "file", "path"),
    [("/a", "/a/b/c.py", "b/c.py"), ("/a", "/ab/c.py", "/ab/c.py"), ("/", "/a/b.py", "a/b.py")],
)
def test_paths_are_relative_below_the_root_and_absolute_elsewhere(root: str, file: str, path: str) -> None:
    assert path_in(Path(root), Path(file)) == path


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfx", "x"),
        (b"# coding: latin-1\n\xe9", "# coding: latin-1\né"),
        (b"#!x\n# -*- coding: latin-1 -*-\n\xe9", "#!x\n# -*- coding: latin-1 -*-\né"),
        (b"x\n# coding: latin-1\n\xc3\xa9", "x\n# coding: latin-1\né"),
        (b"# coding: nonsense\n\xc3\xa9", "# coding: nonsense\né"),
        (b"\xff", "\ufffd"),
    ],
)
def test_source_is_decoded_as_python_does(data: bytes, text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(data)
    assert Texts(tmp_path).read(file) == text


def test_a_place_beyond_the_text_has_an_empty_line(tmp_path: Path) -> None:
    texts = Texts(tmp_path, {tmp_path / "a.ipynb": '{"cells": [{"cell_type": "code", "source": ["x"]}]}'})
    assert texts.line_of(Place("a.ipynb", 1, 1, 1, 2, cell=1)) == "x"
    assert texts.line_of(Place("a.ipynb", 1, 1, 1, 2, cell=2)) == ""
    assert texts.line_of(Place("nowhere.py", 1, 1, 1, 2)) == ""
