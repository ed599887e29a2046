"""A test replaces what makes the models, and gets what it put there."""

from dataclasses import dataclass
from typing import Any


@dataclass
class Key:
    name: str


class Service:
    async def load(self) -> Key:
        return Key("a")


service = Service()


async def test_keys(monkeypatch: Any) -> None:
    async def load() -> dict[str, str]:
        return {"name": "a"}

    monkeypatch.setattr(service, "load", load)
    found = await service.load()
    assert found["name"] == "a"
