"""The test awaits by name what the library awaits."""

from serving import Connection


async def test_cancelling_forgets_the_session() -> None:
    connection = Connection()
    await connection.cancel("a")
    assert not connection.open
