"""A fingerprint stays with its finding, and no two findings share one."""

from __future__ import annotations

from collections.abc import Callable

from duotone.analyzer.findings import Confidence, Finding, Place, Severity
from duotone.analyzer.fingerprints import with_fingerprints

LINES = ["import store", "", "def f():", "    store.save(1)", "    store.save(1)", "    store.load(", "        1)"]


def finding(line: int, column: int, end_column: int, *, path: str = "a.py", code: str = "DUO101") -> Finding:
    place = Place(path, line, column, line, end_column)
    return Finding(code, "lost-coroutine", "lost", Severity.ERROR, Confidence.CERTAIN, place, symbol="a.f")


def reader(lines: list[str]) -> Callable[[Place], str]:
    return lambda place: lines[place.line - 1]


def prints(findings: list[Finding], lines: list[str]) -> list[str]:
    return [one.fingerprint for one in with_fingerprints(findings, reader(lines))]


def test_it_stays_when_lines_move() -> None:
    moved = ["# new", "", *LINES]
    assert prints([finding(4, 5, 18)], LINES) == prints([finding(6, 5, 18)], moved)


def test_it_stays_when_the_line_is_indented_formatted_or_commented() -> None:
    other = [*LINES]
    other[3] = "            store.save( 1 )  # noqa"
    assert prints([finding(4, 5, 18)], LINES) == prints([finding(4, 13, 28)], other)


def test_it_stays_when_further_lines_of_the_flagged_source_change() -> None:
    place = Place("a.py", 6, 5, 7, 11)
    other = Place("a.py", 6, 5, 9, 3)
    first = Finding("DUO101", "n", "m", Severity.ERROR, Confidence.CERTAIN, place)
    second = Finding("DUO101", "n", "m", Severity.ERROR, Confidence.CERTAIN, other)
    assert prints([first], LINES) == prints([second], LINES)


def test_equal_findings_are_told_apart_by_their_order_whatever_the_order_in_which_they_are_given() -> None:
    first, second = prints([finding(4, 5, 18), finding(5, 5, 18)], LINES)
    assert first != second
    assert prints([finding(5, 5, 18), finding(4, 5, 18)], LINES) == [second, first]


def test_the_first_of_equals_keeps_its_own_when_the_second_goes() -> None:
    both = prints([finding(4, 5, 18), finding(5, 5, 18)], LINES)
    assert prints([finding(4, 5, 18)], LINES) == both[:1]


def test_code_path_symbol_and_source_all_count() -> None:
    given = [finding(4, 5, 18), finding(4, 5, 18, code="DUO102"), finding(4, 5, 18, path="b.py"), finding(4, 5, 15)]
    assert len(set(prints(given, LINES))) == len(given)


def test_a_path_that_is_no_unicode_is_no_obstacle() -> None:
    assert len(prints([finding(4, 5, 18, path="\udcff.py")], LINES)[0]) == 16


def test_the_order_of_the_findings_stays() -> None:
    given = [finding(5, 5, 18), finding(4, 5, 18)]
    assert [one.place for one in with_fingerprints(given, reader(LINES))] == [one.place for one in given]
