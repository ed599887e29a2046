"""Each twin has something of its own at another place, and neither stands for the other."""


class Post:
    def fetch(self, name: str, strict: bool = False) -> str:
        self.office.open()
        if not name:
            raise LookupError("nothing there")
        found = self.office.find(name)
        if strict:
            self.office.sign(name)
        self.office.close()
        return found


class AsyncPost:
    async def fetch(self, name: str, strict: bool = False) -> str:  # expect: DUO602
        await self.office.open()
        found = await self.office.find(name)
        if strict:
            await self.office.sign(name)
        await self.office.close()
        if not found:
            raise LookupError("nothing there")
        return found
