"""An object that something unknown has made: a method of it is none of the project's, whatever its name."""

import asyncio


class App:
    async def embed(self, name: str) -> str:
        await asyncio.sleep(0)
        return name


async def main(app: App) -> None:
    print(await app.embed("a"))


def cell(pymde, edges):
    problem = pymde.MDE(edges)
    problem.embed(verbose=True)
    return problem
