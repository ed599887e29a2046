"""Pools and workers: bounded, honest about what they can't stop, and never joined on exit."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
import weakref
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from duotone import Pool, Worker, call, figures, offload, run
from duotone.contract import workers
from duotone.contract.jobs import Job, State, current_job
from duotone.errors import PoolClosed, PoolExhausted, TimedOut, WouldDeadlock
from tests.contract.test_jobs import make_job
from tests.contract.threads import Stuck, wait_until


def test_a_pool_never_has_more_threads_than_its_size() -> None:
    async def main() -> set[int]:
        with Pool(2, name="pair") as pool:
            return set(await asyncio.gather(*(offload(threading.get_ident, pool=pool) for _ in range(20))))

    assert len(asyncio.run(main())) <= 2


def test_idle_threads_end_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "IDLE_SECONDS", 0.01)
    pool = Pool(1, name="brief")

    async def main() -> None:
        await offload(int, pool=pool)
        wait_until(lambda: not any(thread.name.startswith("brief") for thread in threading.enumerate()))
        await offload(int, pool=pool)

    asyncio.run(main())


def test_work_that_is_given_to_a_thread_about_to_retire_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "IDLE_SECONDS", 0.0)
    pool = Pool(1, name="hasty")

    async def main() -> list[int]:
        return [await offload(int, pool=pool) for _ in range(300)]

    assert asyncio.run(main()) == [0] * 300


def test_a_thread_that_was_counted_on_while_it_retired_takes_the_work() -> None:
    pool = Pool(1)
    job = make_job()
    pool._inbox.put(job)
    assert pool._retire() is job


def test_a_size_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="size=0"):
        Pool(0)


def test_a_closed_pool_takes_no_work_and_lets_its_threads_go() -> None:
    async def main() -> None:
        pool = Pool(1, name="closing")
        await offload(int, pool=pool)
        pool.close()
        with pytest.raises(PoolClosed, match="closing"):
            await offload(int, pool=pool)

    asyncio.run(main())
    wait_until(lambda: not any(thread.name.startswith("closing") for thread in threading.enumerate()))


def test_what_runs_and_what_is_queued_ends_after_the_pool_was_closed(stuck: Stuck) -> None:
    async def main() -> list[object]:
        pool = Pool(1, name="leaving")
        tasks = [asyncio.create_task(offload(stuck, pool=pool)), asyncio.create_task(offload(int, pool=pool))]
        await call(stuck.entered.acquire)
        assert figures().queued == 1
        pool.close()
        stuck.leave.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(main()) == ["late", 0]
    wait_until(lambda: not any(thread.name.startswith("leaving") for thread in threading.enumerate()))


def test_abandoned_threads_are_replaced_and_counted_until_they_end(stuck: Stuck) -> None:
    before = figures()

    async def main() -> None:
        pool = Pool(1)
        with pytest.raises(TimedOut) as caught:
            await offload(stuck, pool=pool, timeout=0.01)
        assert caught.value.abandoned
        assert figures().abandoned == before.abandoned + 1
        assert await offload(int, pool=pool) == 0

    asyncio.run(main())
    stuck.leave.set()
    wait_until(lambda: figures().late == before.late + 1)
    assert figures().abandoned == before.abandoned


def test_a_queued_call_gets_the_thread_that_replaces_an_abandoned_one(stuck: Stuck) -> None:
    async def main() -> int:
        pool = Pool(1)
        lost = asyncio.create_task(offload(stuck, pool=pool))
        await call(stuck.entered.acquire)
        queued = asyncio.create_task(offload(int, pool=pool))
        await asyncio.sleep(0)
        lost.cancel()
        return await queued

    assert asyncio.run(main()) == 0


def test_a_pool_whose_threads_are_all_lost_says_so(stuck: Stuck) -> None:
    async def main() -> None:
        pool = Pool(1, name="lost")
        for _ in range(2):
            with pytest.raises(TimedOut):
                await offload(stuck, pool=pool, timeout=0.01)
        with pytest.raises(PoolExhausted, match="2 are held") as caught:
            await offload(int, pool=pool)
        assert caught.value.abandoned == 2

    asyncio.run(main())


def test_a_queued_call_is_refused_when_the_last_thread_is_lost(stuck: Stuck) -> None:
    async def main() -> None:
        pool, before = Pool(1), figures().queued
        with pytest.raises(TimedOut):
            await offload(stuck, pool=pool, timeout=0.01)
        second = asyncio.create_task(offload(stuck, pool=pool))
        await asyncio.sleep(0)
        queued = asyncio.create_task(offload(int, pool=pool))
        await asyncio.to_thread(wait_until, lambda: figures().queued == before + 1)
        await asyncio.to_thread(stuck.entered.acquire)
        await asyncio.to_thread(stuck.entered.acquire)
        second.cancel()
        with pytest.raises(PoolExhausted, match="2 are held"):
            await asyncio.wait_for(queued, 10)
        assert figures().queued == before

    asyncio.run(main())


def refuse(_thread: threading.Thread) -> None:
    message = "can't start new thread"
    raise RuntimeError(message)


def test_a_worker_whose_thread_could_not_be_started_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        with Worker() as worker:
            with monkeypatch.context() as patch:
                patch.setattr(threading.Thread, "start", refuse)
                with pytest.raises(RuntimeError, match="can't start"):
                    await offload(int, pool=worker)
            assert await asyncio.wait_for(offload(int, pool=worker), 10) == 0

    asyncio.run(main())


def test_a_queued_call_waits_for_another_thread_where_none_can_replace_an_abandoned_one(
    stuck: Stuck, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        other = Stuck()
        with Pool(2) as pool:
            first = asyncio.create_task(offload(stuck, pool=pool))
            second = asyncio.create_task(offload(other, pool=pool))
            await asyncio.to_thread(stuck.entered.acquire)
            await asyncio.to_thread(other.entered.acquire)
            queued = asyncio.create_task(offload(int, pool=pool))
            await asyncio.sleep(0)
            with monkeypatch.context() as patch:
                patch.setattr(threading.Thread, "start", refuse)
                first.cancel()
                await asyncio.wait({first})
            other.leave.set()
            assert (await second, await asyncio.wait_for(queued, 10)) == ("late", 0)

    asyncio.run(main())


def test_a_call_that_is_cancelled_before_it_started_never_runs(stuck: Stuck) -> None:
    ran = threading.Event()

    async def main() -> None:
        with Pool(1) as pool:
            first = asyncio.create_task(offload(stuck, pool=pool))
            await call(stuck.entered.acquire)
            queued = asyncio.create_task(offload(ran.set, pool=pool))
            await asyncio.sleep(0)
            queued.cancel()
            with pytest.raises(asyncio.CancelledError):
                await queued
            assert figures().queued == 0
            stuck.leave.set()
            await first

    asyncio.run(main())
    assert not ran.is_set()


def test_a_call_that_was_withdrawn_on_its_way_to_a_thread_is_passed_over() -> None:
    pool = Pool(1)
    job = make_job()
    pool._running.add(job)
    assert pool.give_up(job) is State.WITHDRAWN
    pool.close()
    pool._serve([job])
    assert job.state is State.WITHDRAWN


def test_a_pool_that_waits_for_itself_is_refused() -> None:
    pool = Pool(1, name="small")

    async def inner() -> int:
        return await offload(int, pool=pool)

    def outer() -> int:
        return run(inner)

    async def main() -> None:
        with pytest.raises(WouldDeadlock, match="a thread of small"):
            await offload(outer, pool=pool)
        assert await offload(int, pool=pool) == 0

    asyncio.run(main())


def test_a_thread_between_two_calls_is_one_that_goes_on(stuck: Stuck) -> None:
    pool = Pool(2, name="pair")
    last, is_between, go_on = make_job(), threading.Event(), threading.Event()
    last.function = stuck

    def stay_between() -> None:
        is_between.set()
        assert go_on.wait(10)

    last.notify = stay_between

    async def main() -> list[int]:
        before = figures().queued
        pool.submit(last)
        nested = asyncio.create_task(offload(lambda: run(offload(int, pool=pool)), pool=pool))
        await asyncio.to_thread(wait_until, lambda: figures().queued > before)
        stuck.leave.set()
        assert is_between.wait(10)
        another = asyncio.create_task(offload(int, pool=pool))
        await asyncio.sleep(0)
        go_on.set()
        return [await nested, await another]

    assert asyncio.run(main()) == [0, 0]
    pool.close()


def test_two_workers_that_wait_for_each_other_are_refused() -> None:
    left, right = Worker(name="left"), Worker(name="right")
    both = threading.Barrier(2)

    def outer(mine: Worker, other: Worker) -> int:
        both.wait(10)
        return run(offload(int, pool=other))

    async def main() -> list[object]:
        calls = (offload(outer, a, b, pool=a) for a, b in ((left, right), (right, left)))
        return await asyncio.gather(*calls, return_exceptions=True)

    ends = asyncio.run(main())
    assert any(isinstance(end, WouldDeadlock) for end in ends)
    left.close()
    right.close()


def test_a_worker_runs_everything_on_one_thread() -> None:
    async def main() -> set[int]:
        with Worker() as worker:
            return {await offload(threading.get_ident, pool=worker) for _ in range(5)}

    assert len(asyncio.run(main())) == 1


def test_a_worker_keeps_its_thread_when_a_call_is_abandoned(stuck: Stuck) -> None:
    async def main() -> None:
        with Worker() as worker:
            home = await offload(threading.get_ident, pool=worker)
            with pytest.raises(TimedOut):
                await offload(stuck, pool=worker, timeout=0.01)
            following = asyncio.create_task(offload(threading.get_ident, pool=worker))
            await asyncio.sleep(0)
            stuck.leave.set()
            assert await following == home

    asyncio.run(main())


def test_a_worker_that_an_abandoned_call_waits_for_on_its_own_thread_is_refused() -> None:
    ended, refusals = threading.Event(), list[WouldDeadlock]()

    async def ask_for_the_worker() -> int:
        return await offload(int, pool=worker, timeout=10)

    async def outer() -> None:
        job = current_job()
        assert job is not None
        wait_until(lambda: job.state is State.ABANDONED)
        try:
            run(ask_for_the_worker, holding="allow")
        except WouldDeadlock as error:
            refusals.append(error)
        finally:
            ended.set()

    async def main() -> None:
        with pytest.raises(TimedOut):
            await offload(outer, pool=worker, timeout=0.01)
        assert ended.wait(20)

    with Worker(name="sole") as worker:
        asyncio.run(main())
    assert "a thread of sole → the worker that runs" in str(refusals[0])
    assert "while nobody waits for" in str(refusals[0])


def test_a_worker_keeps_one_loop_for_its_coroutines_and_closes_it() -> None:
    async def which() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    async def main() -> asyncio.AbstractEventLoop:
        with Worker(name="homely") as worker:
            loop = await offload(which, pool=worker)
            assert await offload(which, pool=worker) is loop
            return loop

    loop = asyncio.run(main())
    wait_until(loop.is_closed)


Script = Callable[..., CompletedProcess[str]]


def test_G7_an_abandoned_thread_is_not_waited_for_on_exit(script: Script) -> None:
    started = time.monotonic()
    done = script("""
        import time, duotone
        try:
            duotone.run(time.sleep, 30, timeout=0.01)
        except TimeoutError as error:
            print(error.abandoned)
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
    assert time.monotonic() - started < 10


def test_pools_work_in_a_forked_child(script: Script) -> None:
    done = script("""
        import asyncio, os, warnings, duotone
        warnings.simplefilter("ignore", DeprecationWarning)
        async def main():
            return await duotone.call(os.getpid)
        asyncio.run(main())
        if not os.fork():
            print(asyncio.run(main()) == os.getpid(), duotone.figures().running, flush=True)
            os._exit(0)
        os.wait()
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True 0\n", "")


def test_an_idle_thread_keeps_nothing_of_what_it_ran() -> None:
    class Big:
        pass

    async def main() -> None:
        with Worker() as worker:
            big = Big()
            kept = weakref.ref(big)
            await offload(id, big, pool=worker)
            del big
            wait_until(lambda: kept() is None)

    asyncio.run(main())


def test_work_that_was_queued_leaves_nothing_to_the_collection_of_garbage() -> None:
    async def main(pool: Pool) -> None:
        await asyncio.gather(*(offload(int, pool=pool) for _ in range(20)))

    with Pool(1, name="alone") as pool:
        gc.collect()
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            asyncio.run(main(pool))
            gc.collect()
            left = [one for one in gc.garbage if isinstance(one, Job)]
        finally:
            gc.set_debug(0)
            gc.garbage.clear()
    assert len(left) <= 1  # the last one, which its thread has in hand
