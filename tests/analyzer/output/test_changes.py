"""Changes: the lines of a fix that a reader wants to see."""

from __future__ import annotations

from duotone.analyzer.findings import Edit, Fix
from duotone.analyzer.output.changes import changes
from duotone.analyzer.output.sources import Sources
from tests.analyzer.output.samples import FILES, IN_NOTEBOOK, LOST, context, notebook, place


def parts(files: dict[str, str], *edits: Edit) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    found = changes(Fix("", edits, is_safe=True), Sources(context(files).read))
    return [(change.line, change.removed, change.added) for change in found]


def test_an_insertion_shows_its_line_before_and_after() -> None:
    assert LOST.fix
    (change,) = changes(LOST.fix, Sources(context(FILES).read))
    assert change.line == 10
    assert change.removed == (" " * 12 + "self.store.save(key, value)",)
    assert change.added == (" " * 12 + "await self.store.save(key, value)",)


def test_edits_far_apart_are_changes_of_their_own_and_neighbors_are_one() -> None:
    text = "one\ntwo\nthree\nfour\nfive\n"
    edits = [Edit(place("a.py", line, 1, 1), "#") for line in (5, 1, 2)]
    assert parts({"a.py": text}, *edits) == [(1, ("one", "two"), ("#one", "#two")), (5, ("five",), ("#five",))]


def test_lines_that_stay_are_not_shown() -> None:
    text = "one\ntwo\nthree\n"
    assert parts({"a.py": text}, Edit(place("a.py", 1, 1, 6, end_line=3), "one\n2\nthree")) == [(2, ("two",), ("2",))]
    assert parts({"a.py": text}, Edit(place("a.py", 1, 1, 1), "import x\n")) == [(1, (), ("import x",))]
    assert parts({"a.py": text}, Edit(place("a.py", 2, 1, 1, end_line=3), "")) == [(2, ("two",), ())]
    assert parts({"a.py": text}, Edit(place("a.py", 2, 1, 4), "two")) == [(3, (), ())]


def test_a_line_may_be_put_behind_the_last() -> None:
    assert parts({"a.py": "one"}, Edit(place("a.py", 2, 1, 1), "two")) == [(2, ("",), ("two",))]


def test_the_cells_of_a_notebook_are_texts_of_their_own() -> None:
    files = {"n.ipynb": notebook((("code", "one\n"), ("code", "two\n")))}
    edits = [Edit(place("n.ipynb", 1, 1, 1, cell=cell), "#") for cell in (1, 2)]
    assert parts(files, *edits) == [(1, ("one",), ("#one",)), (1, ("two",), ("#two",))]


def test_nothing_is_shown_of_a_fix_that_fits_no_more() -> None:
    assert IN_NOTEBOOK.fix
    assert changes(IN_NOTEBOOK.fix, Sources(context({}).read)) == ()
    assert parts({"a.py": "x"}, Edit(place("a.py", 1, 9, 9), "y")) == []
    assert parts({"a.py": "x"}, Edit(place("a.py", 0, 1, 1), "y")) == []
    overlapping = Edit(place("a.py", 1, 1, 3), "y"), Edit(place("a.py", 1, 2, 3), "z")
    assert parts({"a.py": "xyz"}, *overlapping) == []
    assert parts({"a.py": "xyz"}) == []
