"""A mock is given a coroutine to give back, which whoever asks it awaits."""

from unittest.mock import MagicMock, patch


async def reply() -> dict[str, int]:
    return {"status": 200}


async def test_search(client) -> None:
    with patch("aiohttp.ClientSession.get") as get:
        response = MagicMock()
        response.json.return_value = reply()
        get.return_value.__aenter__.return_value = response
        found = client.get("/search")
        assert found.json() == await reply()


async def test_info(client) -> None:
    with patch("aiohttp.ClientSession.get") as get:
        response = MagicMock()
        response.json.return_value = reply()
        get.return_value.__aenter__.return_value = response
        found = client.get("/info")
        assert found.json() == await reply()
