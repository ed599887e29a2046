"""Wrong."""

from ledger import post_entry


async def withdraw(account: str, amount: int) -> None:
    post_entry(account, -amount)  # expect: DUO101
