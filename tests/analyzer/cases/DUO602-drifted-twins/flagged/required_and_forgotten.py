"""Constructors lack what the twin's requires and they have as a constant, or what it doesn't require."""


class Bus:
    def __init__(self, road, seats: int, line: str) -> None:
        self.road = road
        self.seats = seats
        self.line = line

    def drive(self, to: str) -> str:
        return self.road.drive(to, self.line, self.seats)


class AsyncBus:
    def __init__(self, road, seats: int) -> None:  # expect: DUO602
        self.road = road
        self.seats = seats
        self.line = "1"

    async def drive(self, to: str) -> str:
        return await self.road.drive(to, self.line, self.seats)


class Ferry:
    def __init__(self, river, crew, seats: int = 20, speed: int = 5) -> None:
        self.river = river
        self.crew = crew
        self.seats = seats
        self.speed = speed

    def cross(self, to: str) -> str:
        return self.river.cross(to, self.crew, self.seats, self.speed)


class AsyncFerry:
    def __init__(self, river, seats: int = 20) -> None:  # expect: DUO602
        self.river = river
        self.seats = seats

    async def cross(self, to: str) -> str:
        return await self.river.cross(to, self.seats)


class Channel:
    def __init__(self, store, address: str, retries: int = 3) -> None:
        self.store = store
        self.address = address
        self.retries = retries

    def read(self, key: str) -> str:
        return self.store.read(self.address + key, self.retries)


class AsyncChannel:
    def __init__(self, store, address: str) -> None:  # expect: DUO602
        self.store = store
        self.address = address

    async def read(self, key: str) -> str:
        return await self.fetch(key)

    async def fetch(self, key: str, retries: int = 3) -> str:  # what one call takes is no setting
        return await self.store.read(self.address + key, retries)
