"""Plain methods without an annotation return coroutines, and their callers await them."""

import asyncio


class Backend:
    async def _call(self, name, *args):
        await asyncio.sleep(0)
        return {"name": name, "args": args}

    def create(self, *args):
        return self._call("create", *args)

    def update(self, *args):
        if not args:
            raise ValueError("nothing to update")
        return self._call("update", *args)

    def pick(self, name):
        return getattr(self, name)("picked")
