"""What a test gives to a library for itself says nothing of the program."""

import wirelibrary
from serving import Counter


async def test_numbers_are_added() -> None:
    counter = Counter()
    wirelibrary.spy(counter)
    await counter.add(2)
    assert counter.count == 2
