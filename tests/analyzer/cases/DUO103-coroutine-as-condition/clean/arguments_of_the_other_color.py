"""An object that is declared as the async one, and called with what only its plain twin takes."""

from asyncio import Event


class Locker:
    def __init__(self, unlock: Event) -> None:
        self.unlock = unlock

    def wait(self, event: Event, timeout: int):
        return event.wait(timeout)  # type: ignore[call-arg]

    def lock(self) -> None:
        if not self.wait(self.unlock, 10):
            raise TimeoutError
