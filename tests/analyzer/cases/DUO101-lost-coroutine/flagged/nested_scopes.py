"""The callee is found through nested functions, default arguments, class scopes and `nonlocal`."""

import asyncio


class Bot:
    async def say(self, text: str) -> None:
        await asyncio.sleep(0)

    def commands(self):
        async def greet() -> None:
            await self.say("hello")

        def later(action=greet) -> None:
            action()  # may: DUO101
            greet()  # expect: DUO101

        return later


def make_counter(bot: Bot):
    count = 0

    def increase() -> int:
        nonlocal count
        count += 1
        bot.say(str(count))  # expect: DUO101
        return count

    return increase


class Outer:
    class Inner:
        async def ring(self) -> None:
            await asyncio.sleep(0)

    inner = Inner()

    def ring(self) -> None:
        self.inner.ring()  # expect: DUO101
        Outer.Inner().ring()  # expect: DUO101
        Outer.inner.ring()  # expect: DUO101
