"""The tests get what the function returns, and not what the decorator made."""


async def test_clearing(basket) -> None:
    basket.clear()  # expect: DUO101


async def test_clearing_the_spare(spare) -> None:
    spare.clear()  # expect: DUO101
    await spare.clear()
