"""What is asked for by any name has one annotation, which can't say what calling each of them gives."""

from typing import cast


class Missing(Exception): ...


class Action:
    def __init__(self, name: str, known: dict[str, object]) -> None:
        self.name = name
        self.known = known

    def __call__(self, *args: object) -> None:
        raise Missing(self.name)

    def __getattr__(self, name: str) -> "Action":
        return cast(Action, self.known.get(name))


class Device:
    def __init__(self, known: dict[str, object]) -> None:
        self.action = Action("device", known)

    def __getattr__(self, name: str) -> Action:
        return getattr(self.action, name)


async def test_device(device: Device) -> None:
    assert await device.call_reset(True) is None
    assert await device.second.call_reset(True) is None
