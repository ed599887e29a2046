"""Fan-out: every order in which branches can end, under every policy."""

from __future__ import annotations

import itertools

import pytest

from duotone.runtime.drivers.fanout import Fanout, Policy


def enough(policy: Policy, count: int, well: int) -> bool:
    return {Policy.ALL: well == count, Policy.MAJORITY: 2 * well > count, Policy.ANY: well > 0}[policy]


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_it_is_decided_exactly_when_no_ending_of_the_rest_could_change_it(policy: Policy, count: int) -> None:
    for order in itertools.permutations(range(count)):
        for endings in itertools.product([True, False], repeat=count):
            fanout = Fanout(policy, [str(branch) for branch in range(count)])
            for done in range(count + 1):
                left = count - done
                possible = {enough(policy, count, sum(endings[:done]) + more) for more in range(left + 1)}
                assert fanout.is_decided == (len(possible) == 1)
                if fanout.is_decided:
                    assert fanout.is_ok == (True in possible)
                    assert fanout.is_lost == (False in possible)
                assert fanout.is_over == (not left)
                if left:
                    fanout.settle(str(order[done]), is_ok=endings[done])


def test_all_and_majority_give_the_results_of_the_winners_in_the_order_of_the_branches() -> None:
    fanout = Fanout(Policy.MAJORITY, ["a", "b", "c"])
    fanout.settle("c", is_ok=True)
    fanout.settle("a", is_ok=True)
    fanout.settle("b", is_ok=True)
    assert fanout.winners == ["c", "a"]
    assert fanout.result(str.upper) == ["A", "C"]


def test_any_gives_the_result_of_the_first_that_ended_well() -> None:
    fanout = Fanout(Policy.ANY, ["a", "b", "c"])
    fanout.settle("c", is_ok=False)
    fanout.settle("b", is_ok=True)
    assert fanout.result(str.upper) == "B"


def test_what_has_ended_once_does_not_count_again() -> None:
    fanout = Fanout(Policy.ALL, ["a", "b"])
    fanout.settle("a", is_ok=True)
    fanout.settle("a", is_ok=True)
    assert not fanout.is_decided


def test_of_no_branches_only_all_holds() -> None:
    assert Fanout(Policy.ALL, []).is_ok
    assert Fanout(Policy.ANY, []).is_lost
    assert Fanout(Policy.MAJORITY, []).is_lost
