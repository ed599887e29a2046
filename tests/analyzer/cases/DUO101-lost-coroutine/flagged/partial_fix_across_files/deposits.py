"""Right."""

from ledger import post_entry


async def deposit(account: str, amount: int) -> None:
    await post_entry(account, amount)  # sibling
