"""Sagas with effects of either color, for processes that die while they run them."""

from __future__ import annotations

from duotone.runtime import AsyncSaga, Retry, Saga, nothing_to_undo, saga, unit
from tests.runtime.crash.effects import counted
from tests.runtime.crash.scene import current

__all__ = [
    "fails",
    "fails_async",
    "raises",
    "raises_async",
    "retries",
    "retries_async",
    "spreads",
    "spreads_async",
    "succeeds",
    "succeeds_async",
]


def happens(what: str) -> str:
    current().effects.happen(what)
    return what


def undo_book() -> None:
    happens("undo book")


async def undo_pay() -> None:
    happens("undo pay")


@unit(undo=undo_book)
def book() -> str:
    return happens("book")


@unit(undo=undo_pay)
async def pay() -> str:
    return happens("pay")


def ship() -> str:
    return happens("ship")


@unit(undo=nothing_to_undo)
def refuse() -> None:
    happens("refuse")
    raise ValueError("sold out")


def falter() -> str:
    """Fail the first time."""
    happens("falter")
    if counted(current().folder)["falter"] < 2:
        raise ConnectionError("busy")
    return "falter"


@saga
def succeeds(run: Saga) -> str:
    run.step(book)
    run.step(pay)
    result: str = run.step(ship)
    return result


@saga
async def succeeds_async(run: AsyncSaga) -> str:
    await run.step(book)
    await run.step(pay)
    result: str = await run.step(ship)
    return result


@saga
def fails(run: Saga) -> None:
    run.step(book)
    run.step(pay)
    run.step(refuse)


@saga
async def fails_async(run: AsyncSaga) -> None:
    await run.step(book)
    await run.step(pay)
    await run.step(refuse)


@saga
def retries(run: Saga) -> None:
    run.step(book, idempotent=True)
    run.step(falter, retry=Retry(attempts=3), idempotent=True)
    run.step(pay, idempotent=True)


@saga
async def retries_async(run: AsyncSaga) -> None:
    await run.step(book, idempotent=True)
    await run.step(falter, retry=Retry(attempts=3), idempotent=True)
    await run.step(pay, idempotent=True)


@saga
def spreads(run: Saga) -> None:
    run.fan_out([book, pay])
    run.step(refuse)


@saga
async def spreads_async(run: AsyncSaga) -> None:
    await run.fan_out([book, pay])
    await run.step(refuse)


@saga
def raises(run: Saga) -> None:
    run.step(book)
    raise ValueError("changed my mind")


@saga
async def raises_async(run: AsyncSaga) -> None:
    await run.step(book)
    raise ValueError("changed my mind")
