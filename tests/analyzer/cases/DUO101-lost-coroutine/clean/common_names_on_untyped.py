"""The one async definition in the project has a name that every library has; an untyped receiver proves nothing."""

import asyncio


class Feed:
    async def close(self):
        await asyncio.sleep(0)

    async def get(self, key):
        await asyncio.sleep(0)
        return key

    async def write(self, data):
        await asyncio.sleep(0)

    async def append(self, item):
        await asyncio.sleep(0)


def tidy(handle, mapping, items):
    handle.write("end")
    handle.close()
    mapping.get("key")
    items.append(1)


def tidy_from_library():
    import vendor_sdk

    session = vendor_sdk.connect()
    session.write("end")
    session.close()
