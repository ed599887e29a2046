"""Parameters of a plain constructor are for calls that the async class makes where it can first await."""


class Station:
    def __init__(self, radio, name: str, check_signal: bool = True, announce: bool = False) -> None:
        self.radio = radio
        self.name = name
        self.listeners: list[str] = []
        self._tune(check_signal=check_signal)
        self.greeting = self.radio.greet(name) if announce else None

    def _tune(self, check_signal: bool) -> None:
        if check_signal:
            self.strength = self.radio.measure(self.name)
        self.listeners.append(self.name)

    def listen(self, name: str) -> str:
        return self.radio.receive(name)


class AsyncStation:
    def __init__(self, radio, name: str) -> None:
        self.radio = radio
        self.name = name
        self.strength = None
        self.listeners: list[str] = [name]

    async def listen(self, name: str) -> str:
        if self.strength is None:
            self.strength = await self.radio.measure(self.name)
            await self.radio.greet(name)
        return await self.radio.receive(name)


class Gate:
    def __init__(self, keys, *, owner: str | None = None, log: str = "gate") -> None:
        """Begin with what is known of the owner."""
        self.owner = owner
        self.keys = keys
        self.log = log

    def open(self, name: str) -> bool:
        if not self.owner:
            self.owner = self.keys.owner()
        return self.owner == name


class AsyncGate:
    def __init__(self, keys, log: str = "gate") -> None:
        self.owner: str | None = None
        self.keys = keys
        self.log = log

    async def open(self, name: str) -> bool:
        if self.owner is None:
            self.owner = await self.keys.owner()
        return self.owner == name
