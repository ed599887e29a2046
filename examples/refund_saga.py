"""A refund as a saga: the money goes back and the goods come in, or everything is as it was before."""

from __future__ import annotations

import asyncio

from duotone.errors import StepFailed
from duotone.runtime import AsyncRuntime, RunResult, Runtime, Saga, saga, unit

books = {"money": 100, "goods": 3}


async def take_money(amount: int) -> None:
    await asyncio.sleep(0.01)  # the bank is called
    books["money"] += amount


@unit(undo=take_money)  # the undo gets the arguments that it names
async def give_money(amount: int) -> str:
    await asyncio.sleep(0.01)
    books["money"] -= amount
    return f"payment of {amount}"


def take_out_goods() -> None:
    books["goods"] -= 1


@unit(undo=take_out_goods)
def put_in_goods() -> int:
    books["goods"] += 1
    return books["goods"]


@unit(effect=False)  # nothing is left of it that could be undone
def check_address(customer: str) -> str:
    if "@" not in customer:
        raise ValueError(f"{customer!r} is no address")
    return customer


@saga
def refund(run: Saga, customer: str, amount: int) -> str:
    """Give the money back; sync, with steps of either color."""
    payment: str = run.step(give_money, amount)
    run.step(put_in_goods)
    run.step(check_address, customer)
    return payment


def refund_for(customer: str, order: str) -> RunResult:
    """Run the saga in sync code, wherever that is."""
    with Runtime() as runtime:  # with a path, the run survives its process
        try:
            runtime.run(refund, customer, 30, id=order)
        except StepFailed as error:
            print(error)
        return runtime.get_run(order)


async def refund_for_async(customer: str, order: str) -> RunResult:
    """Run the same saga in async code."""
    async with AsyncRuntime() as runtime:
        try:
            await runtime.run(refund, customer, 30, id=order)
        except StepFailed as error:
            print(error)
        return await runtime.get_run(order)


def main() -> None:
    for customer in ("kim@example.com", "nowhere"):
        result = refund_for(customer, f"order of {customer}")
        print(customer, result.status, books)
    result = asyncio.run(refund_for_async("lee", "order 3"))
    print("lee", result.status, books)
    assert books == {"money": 70, "goods": 4}


if __name__ == "__main__":
    main()
