"""Which lines are worth a notice, and when there are too many."""

from __future__ import annotations

from duotone.runtime.processes.matching import Found, Matcher, WatchRate


def test_lines_with_one_of_the_texts_are_found() -> None:
    matcher = Matcher(["ready", "a.c"], WatchRate())
    assert matcher.look(["not yet", "is ready.", "abc", "a.c"], 0.0) == Found(["is ready.", "a.c"])
    assert matcher.look(["nothing"], 1.0) is None


def test_past_the_rate_matches_are_held_back_and_counted() -> None:
    matcher = Matcher(["x"], WatchRate(most=2, window=10))
    assert [matcher.look(["x"], moment) for moment in (0.0, 1.0, 2.0, 3.0)] == [Found(["x"]), Found(["x"]), None, None]
    assert matcher.look(["x!"], 10.0) == Found(["x!"], held_back=2)


def test_what_was_held_back_is_told_at_the_end() -> None:
    matcher = Matcher(["x"], WatchRate(most=1, window=10))
    matcher.look(["x"], 0.0)
    matcher.look(["x", "x"], 1.0)
    assert matcher.look([], 2.0, is_final=True) == Found([], held_back=2)


def test_at_the_end_nothing_is_told_where_nothing_was_found() -> None:
    assert Matcher(["x"], WatchRate()).look(["y"], 0.0, is_final=True) is None


def test_a_flood_over_several_windows_ends_the_watch() -> None:
    matcher = Matcher(["x"], WatchRate(most=1, window=10, strikes=2))
    found = [matcher.look(["x"], moment / 2) for moment in range(41)]
    told = [one for one in found if one is not None]
    assert [one.is_last for one in told] == [False, False, True]
    assert [one.held_back for one in told] == [0, 19, 19]


def test_a_quiet_while_forgives_a_flood() -> None:
    matcher = Matcher(["x"], WatchRate(most=1, window=10, strikes=1))
    matcher.look(["x"], 0.0)
    matcher.look(["x"], 1.0)
    after_a_pause = matcher.look(["x"], 25.0)
    assert after_a_pause is not None
    assert not after_a_pause.is_last


def test_a_notice_has_so_many_lines_of_such_a_length() -> None:
    found = Matcher(["x"], WatchRate()).look(["x" * 1000] * 50, 0.0)
    assert found is not None
    assert (len(found.lines), len(found.lines[0]), found.held_back) == (20, 500, 30)
