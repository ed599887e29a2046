"""Methods that are put into a queue, from which somebody takes and awaits them."""


class Orders:
    def __init__(self) -> None:
        self.names: list[str] = []
        self.states: dict[str, str] = {}

    async def take_in(self, name: str) -> None:
        self.names.append(name)

    async def strike_out(self, name: str) -> None:
        self.names.remove(name)

    async def note_state(self, name: str, state: str) -> None:
        self.states[name] = state

    def count(self) -> int:
        return len(self.names)

    def state(self, name: str) -> str:
        return self.states[name]
