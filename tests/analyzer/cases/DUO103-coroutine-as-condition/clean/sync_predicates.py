"""Plain predicates with names that are async elsewhere."""

import asyncio


class RemoteFile:
    async def exists(self) -> bool:
        await asyncio.sleep(0)
        return True


class LocalFile:
    def exists(self) -> bool:
        return True


def read(local: LocalFile, anything) -> str:
    if local.exists():
        return "here"
    if anything.exists():
        return "there"
    return "nowhere"


async def read_remote(remote: RemoteFile) -> str:
    found = await remote.exists()
    return "there" if found else "nowhere"
