"""asyncio.run, run_until_complete or a runner inside a coroutine."""

import asyncio


async def fetch(name: str) -> str:
    await asyncio.sleep(0)
    return name


async def main() -> None:
    await asyncio.sleep(0)
    print(asyncio.run(fetch("a")))  # expect: DUO401
    loop = asyncio.get_running_loop()
    print(loop.run_until_complete(fetch("b")))  # expect: DUO401
    with asyncio.Runner() as runner:
        print(runner.run(fetch("c")))  # expect: DUO401
    other = asyncio.new_event_loop()
    other.run_until_complete(fetch("d"))  # expect: DUO401


class Agent:
    async def act(self) -> str:
        await asyncio.sleep(0)
        return asyncio.run(fetch("e"))  # expect: DUO401
