"""The graph of who waits for whom."""

from __future__ import annotations

import asyncio
import os
import threading
from functools import partial

import pytest

from duotone.contract.waits import GRAPH, Frame, Graph, Wait, current_owner, frames_above, name_of, thing_name
from duotone.errors import WouldDeadlock


class Pool(Wait):
    """A wait that ends when one of the holders goes on."""


class Lock(Wait):
    """A wait that ends when all of the holders have gone on."""

    needs_all = True


def test_a_wait_for_somebody_who_goes_on_is_admitted() -> None:
    graph = Graph()
    wait = Wait(1, "a thing", lambda: (2,), None)
    graph.add(wait)
    assert not graph.is_empty()
    graph.remove(wait)
    assert graph.is_empty()


def test_two_who_wait_for_each_other_are_refused_with_the_circle_in_the_message() -> None:
    graph = Graph()
    graph.add(Wait(1, "the left one", lambda: (2,), None))
    with pytest.raises(WouldDeadlock, match=r"needs the right one → .* has it → .* needs the left one") as caught:
        graph.add(Wait(2, "the right one", lambda: (1,), None))
    assert len(caught.value.cycle) == 4


def test_a_refused_wait_leaves_nothing_behind() -> None:
    graph = Graph()
    with pytest.raises(WouldDeadlock):
        graph.add(Wait(1, "itself", lambda: (1,), None))
    assert graph.is_empty()


def test_whoever_waits_for_the_asker_stands_still() -> None:
    frame = Frame(7, "the outer call")
    with pytest.raises(WouldDeadlock, match="waits for 'the outer call'"):
        Graph().add(Wait(1, "what 7 has", lambda: (7,), frame))


def test_what_a_waiting_thread_holds_up_stands_still() -> None:
    loop = asyncio.new_event_loop()
    frame = Frame(7, "a call", holds=loop)
    with pytest.raises(WouldDeadlock, match="needs the loop → which stands still"):
        Graph().add(Wait(1, "the loop", lambda: (loop,), frame))
    loop.close()


def test_a_task_stands_still_with_the_loop_that_it_lives_on() -> None:
    async def main() -> None:
        task = asyncio.current_task()
        frame = Frame(7, "a call", holds=asyncio.get_running_loop())
        with pytest.raises(WouldDeadlock):
            Graph().add(Wait(1, "a lock", lambda: (task,), frame))

    asyncio.run(main())


def test_a_frame_that_is_closed_accuses_nobody() -> None:
    frame = Frame(7, "abandoned")
    frame.is_open = False
    Graph().add(Wait(1, "what 7 has", lambda: (7,), frame))


def test_a_frame_that_closes_later_accuses_nobody_any_more() -> None:
    graph, frame = Graph(), Frame(7, "a call")
    graph.add(Wait(1, "what 2 has", lambda: (2,), frame))
    frame.is_open = False
    graph.add(Wait(2, "what 7 has", lambda: (7,), None))


def test_a_frame_that_its_waiter_has_left_accuses_only_what_it_holds() -> None:
    frame = Frame(7, "abandoned", holds="a worker")
    frame.is_left = True
    Graph().add(Wait(1, "what 7 has", lambda: (7,), frame))
    with pytest.raises(WouldDeadlock, match="a worker has it → which stands still while nobody waits for 'abandoned'"):
        Graph().add(Wait(1, "a thread", lambda: ("a worker",), frame))


def test_a_circle_that_opens_while_it_is_described_is_none() -> None:
    class Racing(Graph):
        def _stuck(self, start: Wait) -> set[Wait]:
            stuck = super()._stuck(start)
            frame.is_open = False  # by its owner, who needs no mutex for that
            return stuck

    graph, frame = Racing(), Frame(7, "a call")
    wait = Wait(1, "what 7 has", lambda: (7,), frame)
    graph.add(wait)
    graph.remove(wait)
    assert graph.is_empty()


def test_a_pool_is_stuck_only_when_all_of_its_threads_are() -> None:
    graph = Graph()
    graph.add(Pool(1, "a thread", lambda: (8, 9), None))
    graph.add(Pool(8, "what 1 has", lambda: (1,), None))
    with pytest.raises(WouldDeadlock):
        graph.add(Pool(9, "what 1 has", lambda: (1,), None))


def test_a_lock_is_stuck_when_anyone_ahead_is() -> None:
    graph = Graph()
    with pytest.raises(WouldDeadlock):
        graph.add(Lock(1, "a lock", lambda: (5, 1), None))


def test_a_circle_over_three_is_seen() -> None:
    graph = Graph()
    graph.add(Lock(1, "b", lambda: (2,), None))
    graph.add(Lock(2, "c", lambda: (3,), None))
    with pytest.raises(WouldDeadlock) as caught:
        graph.add(Lock(3, "a", lambda: (1,), None))
    assert [link for link in caught.value.cycle if "needs" in link] == [
        "a thread needs a",
        "a thread needs b",
        "a thread needs c",
    ]


def test_a_wait_for_what_nobody_has_is_admitted() -> None:
    Graph().add(Pool(1, "a thread", lambda: (), None))


def test_what_the_waiter_itself_holds_up_counts() -> None:
    with pytest.raises(WouldDeadlock):
        Graph().add(Wait(1, "a lock", lambda: ("loop",), None, held="loop"))


def test_frames_above_are_the_open_ones_from_the_inside_out() -> None:
    outer = Frame(1, "outer")
    closed = Frame(2, "closed", parent=outer)
    closed.is_open = False
    inner = Frame(3, "inner", parent=closed)
    assert [frame.name for frame in frames_above(inner)] == ["inner", "outer"]


def test_a_cancel_that_comes_during_the_first_step_reaches_the_task() -> None:
    async def main() -> None:
        frame = Frame(1, "work")
        frame.cancel(asyncio.get_running_loop())
        task = asyncio.create_task(asyncio.sleep(10))
        frame.begun(task)
        with pytest.raises(asyncio.CancelledError):
            await task
        done = asyncio.create_task(asyncio.sleep(0))
        await done
        frame.begun(done)

    asyncio.run(main())


def test_the_owner_is_the_task_or_else_the_thread() -> None:
    async def main() -> None:
        assert current_owner() is asyncio.current_task()
        callback = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_soon(lambda: callback.set_result(current_owner()))
        assert await callback == threading.get_ident()

    assert current_owner() == threading.get_ident()
    asyncio.run(main())


def test_things_have_names_that_one_recognizes() -> None:
    async def main() -> str:
        task = asyncio.current_task()
        assert task is not None
        task.set_name("the-task")
        return thing_name(task)

    assert thing_name(threading.main_thread().ident) == "thread 'MainThread'"
    assert thing_name(1) == "a thread"
    assert asyncio.run(main()) == "task 'the-task'"
    assert thing_name("anything") == "anything"


def test_callables_are_called_by_their_own_names() -> None:
    class Model:
        def __call__(self) -> None: ...

    assert name_of(os.getpid) == "getpid"
    assert name_of(partial(partial(os.getpid))) == "getpid"
    assert name_of(Model()).endswith("Model")
    odd = Model()
    odd.__dict__["__qualname__"] = 5
    assert name_of(odd).endswith("Model")


def test_the_graph_of_the_process_is_empty_when_nothing_waits() -> None:
    assert GRAPH.is_empty()
