"""Which waits never end: the same as by the definition, with each wait and each thing looked at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable

import pytest

from duotone.contract.standstill import Standstill
from duotone.contract.waits import Frame, Graph, Wait


class Lock(Wait):
    """A wait that ends when all of the holders have gone on."""

    needs_all = True


def stuck_by_definition(start: Wait, stopping: Callable[[object], Collection[Wait]]) -> set[Wait]:
    """Take away what can end from all that can be reached, until nothing changes."""
    stuck, ahead = {start}, [start]
    while ahead:
        for holder in ahead.pop().holders():
            news = set(stopping(holder)) - stuck
            stuck |= news
            ahead += news
    while True:
        left = {wait for wait in stuck if _is_held(wait, stuck, stopping)}
        if left == stuck:
            return stuck
        stuck = left


def _is_held(wait: Wait, stuck: set[Wait], stopping: Callable[[object], Collection[Wait]]) -> bool:
    still = [bool(set(stopping(holder)) & stuck) for holder in wait.holders()]
    return any(still) if wait.needs_all else bool(still) and all(still)


@pytest.mark.parametrize("seed", range(300))
def test_a_wait_never_ends_if_that_is_what_the_definition_says(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # no secret
    things = range(chance.randint(2, 8))
    stops: dict[object, list[Wait]] = {thing: [] for thing in things}
    waits: list[Wait] = []
    for owner in things:
        for _ in range(chance.randint(0, 2)):
            holders = [chance.choice(things) for _ in range(chance.randint(0, 3))]
            kind = chance.choice([Wait, Lock])
            wait = kind(owner, "a thing", lambda holders=holders: holders, None)  # type: ignore[misc]  # bound at once
            waits.append(wait)
            for thing in {owner, *chance.sample(things, chance.randint(0, 1))}:
                stops[thing].append(wait)
    for wait in waits:
        found, stuck = Standstill(stops.__getitem__).left_by(wait), stuck_by_definition(wait, stops.__getitem__)
        assert (wait in found) == (wait in stuck)
        assert found == {one for one in found if _is_held(one, found, stops.__getitem__)}


class Counting(Graph):
    """A graph that counts how often it is asked why something stands still."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[object] = Counter()

    def _stopping(self, thing: object) -> dict[Wait, Frame | None]:
        self.asked[thing] += 1
        return super()._stopping(thing)


def wait_for(graph: Graph, kind: type[Wait], owner: int, holders: Iterable[object], frame: Frame | None = None) -> None:
    has = tuple(holders)
    graph.add(kind(owner, "a thing", lambda: has, frame))


def test_a_wait_for_a_thread_that_goes_on_looks_no_further() -> None:
    graph = Counting()
    for number in range(100):
        wait_for(graph, Wait, number, ["a busy worker"])
    assert graph.asked.total() == 100


def test_a_crowd_below_one_worker_is_looked_at_once_by_each_that_joins_it() -> None:
    graph, parents = Counting(), [Frame(number, "a turn", holds=f"worker {number}") for number in range(4)]
    for number in range(80):
        wait_for(graph, Wait, 100 + number, ["reader 1", "reader 2"], parents[number % 4])
    graph.asked.clear()
    wait_for(graph, Wait, 1000, [parent.holds for parent in parents])
    assert graph.asked == Counter(
        {"worker 0": 1, "worker 1": 1, "worker 2": 1, "worker 3": 1, "reader 1": 1, "reader 2": 1}
    )


def test_whoever_joins_the_queue_of_a_lock_looks_once_at_each_that_is_ahead() -> None:
    graph = Counting()
    for number in range(60):
        graph.asked.clear()
        wait_for(graph, Lock, number, ["the owner", *range(number)])
        assert graph.asked.total() == 1 + number


def test_a_chain_of_any_length_can_be_followed() -> None:
    graph = Counting()
    for number in range(1, 5000):
        wait_for(graph, Wait, number, [number + 1])
    graph.asked.clear()
    wait_for(graph, Wait, 0, [1])
    assert graph.asked.total() == 5000
