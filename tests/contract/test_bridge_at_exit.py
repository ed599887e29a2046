"""The bridge at the end of the interpreter, in forked children, and where no thread can be started."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

from duotone import run
from duotone.contract.bridge import bridge
from tests.contract.leaders import value, value_later
from tests.contract.threads import wait_until

Script = Callable[..., CompletedProcess[str]]


def test_the_interpreter_ends_without_noise(script: Script) -> None:
    done = script("""
        import asyncio, duotone
        duotone.run(asyncio.sleep, 0.001)
        duotone.run(asyncio.sleep, 0.001, timeout=5)
        print("end")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


def test_work_that_is_pending_at_exit_is_cancelled_cleans_up_and_is_named(script: Script) -> None:
    done = script("""
        import asyncio, duotone, warnings
        warnings.simplefilter("default")
        async def work():
            try:
                await asyncio.sleep(60)
            finally:
                print("cleaned up")
        async def start():
            asyncio.get_running_loop().keep = asyncio.create_task(work(), name="the-work")
            await asyncio.sleep(0)
        duotone.run(start)
    """)
    assert (done.returncode, done.stdout) == (0, "cleaned up\n")
    assert "UnfinishedWork" in done.stderr
    assert "the-work" in done.stderr


def test_work_that_refuses_to_end_does_not_hold_up_the_exit(script: Script) -> None:
    done = script("""
        import asyncio, duotone, warnings
        from duotone.contract import bridge
        bridge.EXIT_DEADLINE = 0.1
        warnings.simplefilter("ignore")
        async def work():
            while True:
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    pass
        async def start():
            asyncio.get_running_loop().keep = asyncio.create_task(work())
            await asyncio.sleep(0)
        duotone.run(start)
    """)
    assert done.returncode == 0


def test_a_thread_that_blocks_the_loop_does_not_hold_up_the_exit(script: Script) -> None:
    done = script("""
        import threading, time, duotone
        from duotone.contract import bridge
        bridge.EXIT_DEADLINE = 0.1
        async def block():
            entered.set()
            time.sleep(60)
        entered = threading.Event()
        threading.Thread(target=duotone.run, args=(block,), daemon=True).start()
        entered.wait()
    """)
    assert done.returncode == 0


def test_a_forked_child_has_a_bridge_of_its_own(script: Script) -> None:
    done = script("""
        import asyncio, os, warnings, duotone
        warnings.simplefilter("ignore", DeprecationWarning)
        async def value():
            await asyncio.sleep(0.001)
            return 7
        async def keep():
            asyncio.get_running_loop().keep = asyncio.create_task(asyncio.sleep(0.3))
        duotone.run(keep)
        child = os.fork()
        if not child:
            print("child", duotone.run(value), duotone.run(value, timeout=5), flush=True)
            raise SystemExit
        os.waitpid(child, 0)
        print("parent", duotone.run(value))
        async def rest():
            await asyncio.get_running_loop().keep
        duotone.run(rest)
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "child 7 7\nparent 7\n", "")


def test_a_child_that_forks_before_anything_ran_works_too(script: Script) -> None:
    done = script("""
        import asyncio, os, duotone
        if not os.fork():
            print(duotone.run(asyncio.sleep, 0, 1), flush=True)
            os._exit(0)
        os.wait()
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


def test_async_generators_and_transports_are_closed_at_exit(script: Script) -> None:
    done = script("""
        import asyncio, duotone
        async def numbers():
            try:
                yield 1
            finally:
                await asyncio.sleep(0)
                print("closed")
        async def start():
            async for number in stream:
                return number
        stream = numbers()
        print(duotone.run(start))
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\nclosed\n", "")


def test_what_is_left_by_a_call_at_exit_is_done_before_the_end(script: Script) -> None:
    done = script("""
        import asyncio, atexit, duotone
        async def leave_work():
            asyncio.get_running_loop().call_soon(print, "the rest")
        duotone.run(asyncio.sleep, 0)
        atexit.register(lambda: duotone.run(leave_work))
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "the rest\n", "")


def test_a_thread_that_can_not_be_started_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    wait_until(lambda: bridge._background is None)

    def refuse(_: threading.Thread) -> None:
        message = "can't start new thread"
        raise RuntimeError(message)

    async def leave_work() -> None:
        asyncio.get_running_loop().call_soon(ran.set)

    ran = threading.Event()
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        with pytest.raises(RuntimeError, match="new thread"):
            run(leave_work)
        patch.setattr(threading.Thread, "start", refuse_at_exit)
        run(value)
    assert run(value_later, 3) == 3
    assert ran.wait(10)


def refuse_at_exit(_: threading.Thread) -> None:
    message = "can't create new thread at interpreter shutdown"
    raise RuntimeError(message)
