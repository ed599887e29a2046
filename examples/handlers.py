"""An event bus whose subscribers may be of either color: every one is called, and what failed is known."""

from __future__ import annotations

import asyncio

from duotone import Handlers

heard: list[str] = []
on_paid = Handlers[[str, int]](errors="collect")


@on_paid.add
def write_log(order: str, amount: int) -> None:
    heard.append(f"log {order} {amount}")


@on_paid.add
async def send_mail(order: str, _amount: int) -> None:
    await asyncio.sleep(0.01)
    heard.append(f"mail {order}")


@on_paid.add
def update_stock(order: str, _amount: int) -> None:
    message = f"no stock for {order}"
    raise LookupError(message)


def main() -> None:
    delivery = on_paid.emit("order 7", 30)
    print(f"{delivery.delivered} delivered, {delivery.failed} failed: {delivery.errors}")
    assert heard == ["log order 7 30", "mail order 7"]
    assert (delivery.delivered, delivery.failed) == (2, 1)


if __name__ == "__main__":
    main()
