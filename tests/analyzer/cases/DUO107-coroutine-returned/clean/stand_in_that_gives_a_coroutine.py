"""A test puts its own function in the place of one whose result is awaited once more."""

from typing import Any


def test_route(monkeypatch: Any, module: Any) -> None:
    async def fake_route(**options: Any) -> Any:
        async def call() -> dict[str, Any]:
            return options

        return call()

    monkeypatch.setattr(module, "route", fake_route)
    module.run()
