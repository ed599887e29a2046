"""An async method hands on to what it keeps under a key, which is of a class of the project by its name or its use."""

import asyncio


class Tram:
    async def seats_left(self, line):
        await asyncio.sleep(0)
        return 7


class Depot:
    def __init__(self, trams, halls):
        self.trams = trams
        self.halls = halls

    async def seats_left(self, line):
        if line in self.trams:
            return self.trams[line].seats_left(line)  # expect: DUO107
        return 0


class Town:
    def __init__(self, depots):
        self.known = depots

    async def shut(self, name):
        await self.known[name].shut_down(name)

    async def seats_left(self, line):
        return self.known["first"].seats_left(line)  # expect: DUO107


async def shown(depot: Depot, town: Town, line):
    print(await depot.seats_left(line), await town.seats_left(line))
