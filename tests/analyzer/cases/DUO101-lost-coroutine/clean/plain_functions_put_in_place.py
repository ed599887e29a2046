"""A test puts a plain function in the place of the async method, and binds another one that calls it."""

import asyncio


class Feeder:
    async def drop_next_portion(self, grams: int) -> None:
        await asyncio.sleep(grams)


async def test_a_portion_is_dropped_at_once(feeder):
    dropped = []

    def note(grams):
        dropped.append(grams)

    feeder.drop_next_portion = note

    async def on_timer(self, grams):
        self.drop_next_portion(grams)

    feeder.on_timer = on_timer.__get__(feeder)
    await feeder.on_timer(3)
    assert dropped == [3]
