"""The uses: awaited and wrong, un-awaited and wrong."""

from sessions import Sessions


async def owner(sessions: Sessions, key: str) -> str:
    info = await sessions.info(key)
    return info["owner"]  # expect: DUO110


def state(sessions: Sessions, key: str) -> str:
    info = sessions.info(key)  # expect: DUO104
    return info.get("state", "unknown")  # next  # lost: DUO104
