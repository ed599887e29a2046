"""The coroutine is bound to a name, and the name is used as the value."""

import asyncio


class Response:
    status = 200

    def json(self) -> dict[str, str]:
        return {}


class Http:
    async def get(self, url: str) -> Response:
        await asyncio.sleep(0)
        return Response()


class Weather:
    def __init__(self, http: Http | None = None) -> None:
        self.http = http or Http()

    async def current(self, city: str) -> dict[str, str]:
        await asyncio.sleep(0)
        response = self.http.get(city)  # expect: DUO104
        if response.status != 200:  # lost: DUO104
            return {}
        return response.json()

    def forecast(self, city: str) -> str:
        response = self.http.get(city)  # expect: DUO104
        rows = response.json()  # lost: DUO104
        return rows["tomorrow"]


async def delayed(http: Http, city: str) -> int:
    if city:
        response = http.get(city)  # expect: DUO104
    else:
        response = await http.get("default")
    return response.status  # lost: DUO104
