"""Every thread is shown before it starts."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from duotone.contract.guards.splice import Splice
from duotone.contract.guards.starts import see_starts, unsee_starts


def start_one() -> threading.Thread:
    thread = threading.Thread(target=int)
    thread.start()
    thread.join()
    return thread


def test_a_thread_is_shown_before_it_starts() -> None:
    seen: list[tuple[threading.Thread, bool]] = []

    def listen(thread: threading.Thread) -> None:
        seen.append((thread, thread.is_alive()))

    see_starts(listen)
    thread = start_one()
    unsee_starts(listen)
    start_one()
    assert seen == [(thread, False)]


def test_threads_of_executors_are_shown_too() -> None:
    seen: list[threading.Thread] = []
    see_starts(seen.append)
    with ThreadPoolExecutor(1) as executor:
        ident = executor.submit(threading.get_ident).result()
    unsee_starts(seen.append)
    assert [thread.ident for thread in seen] == [ident]


def test_nothing_is_left_in_the_thread_class() -> None:
    before = threading.Thread.start
    first: list[threading.Thread] = []
    second: list[threading.Thread] = []
    see_starts(first.append)
    see_starts(second.append)
    unsee_starts(first.append)
    start_one()
    unsee_starts(second.append)
    assert (len(first), len(second)) == (0, 1)
    assert threading.Thread.start is before


def test_what_another_tool_has_put_over_it_stays_and_shows_each_thread_once() -> None:
    seen: list[threading.Thread] = []
    before = threading.Thread.start
    see_starts(seen.append)
    other = Splice(threading.Thread, "start", lambda original: lambda thread: original(thread))  # noqa: PLW0108
    unsee_starts(seen.append)
    start_one()
    assert seen == []
    see_starts(seen.append)
    thread = start_one()
    assert seen == [thread]
    other.undo()
    unsee_starts(seen.append)
    assert threading.Thread.start is before
