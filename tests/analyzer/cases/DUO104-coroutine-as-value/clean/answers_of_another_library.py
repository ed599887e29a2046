"""What the client of another library answers has a method that requests of the project have too."""

import asyncio

from starlette.testclient import TestClient


class Request:
    async def json(self) -> dict[str, str]:
        await asyncio.sleep(0)
        return {}


async def answered(request: Request) -> dict[str, str]:
    return await request.json()


def test_answer(app) -> None:
    client = TestClient(app)
    response = client.get("/docs")
    assert response.json() == {"a": "b"}, response.json()
