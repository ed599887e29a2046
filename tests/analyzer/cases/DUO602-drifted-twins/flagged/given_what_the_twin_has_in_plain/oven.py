"""The plain twin makes its dial by itself."""

from granary import Dial


class Oven:
    def __init__(self, door: str) -> None:  # expect: DUO602
        self.door = door
        self._dial = Dial()

    def bake(self, loaf: str) -> str:
        return self._dial.wait(loaf, self.door)
