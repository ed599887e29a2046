"""A private parameter is for those who wrote the function, and nobody misses it in the other color."""

import asyncio


def deploy(name: str, text: str, force: bool = False, _is_last: bool = True) -> str:
    found = f"{name}: {text}" if force else name
    return found.strip() if _is_last else found


async def deploy_async(name: str, text: str, force: bool = False) -> str:
    return await asyncio.to_thread(deploy, name, text, force)
