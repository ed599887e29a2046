"""Functions of tests that stand for async ones, and say so by their names."""


async def test_callback() -> None:
    seen: list[str] = []

    async def mock_post(url: str) -> int:
        seen.append(url)
        return 202

    class Client:
        async def post(self, url: str) -> int:
            return await mock_post(url)

    assert await Client().post("a") == 202
