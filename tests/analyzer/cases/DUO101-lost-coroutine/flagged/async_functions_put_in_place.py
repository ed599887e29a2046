"""A test puts another async function in the place of the async method, or a lambda that hands on to it."""

import asyncio


class Feeder:
    async def drop_next_portion(self, grams: int) -> None:
        await asyncio.sleep(grams)


async def test_a_portion_is_dropped_at_once(feeder, other):
    dropped = []

    async def note(grams):
        dropped.append(grams)

    feeder.drop_next_portion = note
    other.drop_next_portion = lambda grams: feeder.drop_next_portion(grams)

    async def on_timer(self, grams):
        self.drop_next_portion(grams)  # expect: DUO101

    feeder.on_timer = on_timer.__get__(feeder)
    await feeder.on_timer(3)
    assert dropped == [3]
