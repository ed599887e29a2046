"""The sync face works wherever it is called, and without async steps it has neither loop nor thread."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap
import threading
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

from duotone import call, offload, run
from duotone.runtime import AsyncRuntime, Runtime, run_workflow, run_workflow_async
from tests.runtime.trade import Shop

WORKFLOW: dict[str, Any] = {
    "name": "trade",
    "steps": [
        {"id": "now", "function": "now", "with": {"item": "tea"}},
        {"id": "later", "needs": ["now"], "function": "later", "with": {"item": "cup"}},
    ],
    "outputs": {"all": ["${{ steps.now.outputs }}", "${{ steps.later.outputs }}"]},
}
SOLD = {"all": ["sold tea", "sold cup"]}

user: ContextVar[str] = ContextVar("user", default="nobody")


def test_R1_the_same_call_completes_in_a_script_and_in_a_worker_thread(shop: Shop) -> None:
    units = {"now": shop.sell, "later": shop.sell_later}
    assert run_workflow(WORKFLOW, units=units).outputs == SOLD
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(run_workflow(WORKFLOW, units=units).outputs))
    thread.start()
    thread.join()
    assert found == [SOLD]


def test_R1_the_same_call_completes_inside_a_running_loop(shop: Shop) -> None:
    units = {"now": shop.sell, "later": shop.sell_later}

    async def handler() -> object:
        return run_workflow(WORKFLOW, units=units).outputs

    assert asyncio.run(handler()) == SOLD
    assert asyncio.run(_on_worker(units)) == SOLD
    assert asyncio.run(run_workflow_async(WORKFLOW, units=units)).outputs == SOLD


async def _on_worker(units: dict[str, Any]) -> object:
    return (await offload(partial(run_workflow, WORKFLOW, units=units))).outputs


def test_R2_context_goes_into_steps_and_comes_back_in_both_faces() -> None:
    def change() -> str:
        before = user.get()
        user.set(f"{before}+sync")
        return before

    async def change_later() -> str:
        before = user.get()
        user.set(f"{before}+async")
        return before

    def in_sync() -> str:
        with Runtime() as runtime, runtime.saga("trade") as saga:
            saga.step(change)
            saga.step(change_later)
        return user.get()

    async def in_async() -> str:
        async with AsyncRuntime() as runtime, runtime.saga("trade") as saga:
            await saga.step(change)
            await saga.step(change_later)
        return user.get()

    async def main() -> str:
        return await in_async()

    token = user.set("ada")
    try:
        assert in_sync() == "ada+sync+async"
        user.set("ada")
        assert run(main) == "ada+sync+async"
    finally:
        user.reset(token)


def test_R3_async_steps_have_one_loop_from_the_first_to_the_last(shop: Shop) -> None:
    with Runtime() as runtime, runtime.saga("trade") as saga:
        for item in ("a", "b", "c"):
            saga.step(shop.sell_later, item)
        saga.fan_out([(shop.sell_later, "d"), (shop.sell_later, "e")])
    assert len(shop.loops) == 5
    assert len(set(shop.loops)) == 1


def test_sync_steps_run_on_the_thread_of_their_caller(shop: Shop) -> None:
    with Runtime() as runtime, runtime.saga("trade") as saga:
        saga.step(shop.sell, "a")
        saga.fan_out([(shop.sell, "b"), (shop.sell, "c")])
    assert set(shop.threads) == {threading.get_ident()}


async def test_a_function_of_the_other_color_is_run_in_the_other_face(shop: Shop) -> None:
    def sync_trade(saga: object) -> object:
        return saga.step(shop.sell_later, "tea")  # type: ignore[attr-defined]

    async def async_trade(saga: object) -> object:
        return await saga.step(shop.sell, "cup")  # type: ignore[attr-defined]

    async with AsyncRuntime() as runtime:
        assert await runtime.run(sync_trade) == "sold tea"

    def in_sync() -> object:
        with Runtime() as other:
            return other.run(async_trade)

    assert await call(in_sync) == "sold cup"


def test_a_sync_run_of_sync_steps_starts_no_loop_and_no_thread(tmp_path: Path) -> None:
    code = f"""
        import threading
        from duotone.runtime import Runtime
        from duotone.contract.bridge import bridge

        def sell(item): return item
        def back(item): pass
        flow = {{"name": "w", "steps": [{{"id": "a", "function": "sell", "with": {{"item": 1}}}}]}}
        with Runtime({str(tmp_path / "log.db")!r}, units={{"sell": sell}}) as runtime:
            with runtime.saga("trade") as saga:
                saga.step(sell, "tea", undo=back)
            other = runtime.saga("trade").open()
            other.step(sell, "cup", undo=back)
            assert other.compensate().status == "compensated"
            assert runtime.run_workflow(flow).status == "completed"
            assert threading.enumerate() == [threading.main_thread()], threading.enumerate()
            assert bridge._loop is None
        print("no loop, no thread")
    """
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(code)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "no loop, no thread\n"), done.stderr
