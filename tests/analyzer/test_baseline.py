"""The file of accepted findings: what it hides, what is gone, and how it is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.baseline import Baselined, Entry, apply, dump, load, update
from duotone.analyzer.findings import Confidence, Finding, Place, Severity
from duotone.errors import BadBaseline


def finding(print_: str, message: str = "lost") -> Finding:
    place = Place("a.py", 1, 1, 1, 2)
    return Finding("DUO101", "n", message, Severity.ERROR, Confidence.CERTAIN, place, symbol="a.f", fingerprint=print_)


def entry(print_: str, message: str = "lost") -> Entry:
    return Entry("a.py", "DUO101", "a.f", message, print_)


def test_the_fingerprint_alone_decides() -> None:
    result = apply([finding("1", "said otherwise"), finding("2")], [entry("1")], lambda _: True)
    assert ([one.fingerprint for one in result.kept], len(result.hidden), result.gone) == (["2"], 1, [])


def test_what_was_not_checked_is_not_gone() -> None:
    assert apply([], [entry("1")], lambda _: False).gone == []
    assert apply([], [entry("1")], lambda _: True).gone == [entry("1")]


def test_an_update_removes_what_is_gone_and_refuses_what_is_new() -> None:
    entries = [entry("1"), entry("2"), entry("3")]
    result = update(Baselined([finding("4")], [finding("2")], [entry("1")]), entries, is_first=False, accepts_new=False)
    assert result.entries == [entry("2"), entry("3")]
    assert (result.removed, result.added, [one.fingerprint for one in result.refused]) == ([entry("1")], [], ["4"])


def test_an_update_writes_messages_as_they_are_now() -> None:
    result = update(Baselined([], [finding("1", "new words")], []), [entry("1")], is_first=False, accepts_new=False)
    assert result.entries == [entry("1", "new words")]


@pytest.mark.parametrize(("is_first", "accepts_new"), [(True, False), (False, True)])
def test_new_findings_enter_a_first_baseline_and_when_they_are_accepted(*, is_first: bool, accepts_new: bool) -> None:
    result = update(Baselined([finding("1")], [], []), [], is_first=is_first, accepts_new=accepts_new)
    assert (result.entries, result.added, result.refused) == ([entry("1")], [entry("1")], [])


def test_an_empty_one_is_valid(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_text(dump([]))
    assert json.loads(file.read_text()) == {"version": 1, "findings": []}
    assert load(file) == []


@given(st.lists(st.builds(Entry, st.text(), st.text(), st.text(), st.text(), st.text()), max_size=4))
def test_what_is_written_is_read_again_in_order_and_by_line(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Entry]
) -> None:
    file = tmp_path_factory.mktemp("baseline") / "b.json"
    file.write_text(dump(entries), encoding="utf-8")
    assert load(file) == sorted(entries)
    assert len(file.read_text(encoding="utf-8").splitlines()) == (4 if not entries else len(entries) + 5)


def test_one_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBaseline, match="can't be read"):
        load(tmp_path)
    with pytest.raises(BadBaseline, match=r"there is no baseline .* write one with `duotone baseline`"):
        load(tmp_path / "nowhere.json")


@pytest.mark.parametrize("data", [b"\xff", b"null", b"[1]", b'{"version": 1}', b'{"version": 1, "findings": [1]}'])
def test_what_is_no_baseline_is_refused_in_one_line(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_bytes(data)
    with pytest.raises(BadBaseline, match="is no baseline") as caught:
        load(file)
    assert "\n" not in str(caught.value)
