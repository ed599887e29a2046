"""The same is done at another place, or under conditions that are put together otherwise."""


class Post:
    def send(self, parcel: dict, stamp: str | None = None, fast: bool = False) -> None:
        self.office.open()
        self.office.weigh(parcel)
        if fast:
            stamp = self.seal(stamp) if self.seal is not None else stamp
            self.office.fly(parcel, stamp)
        else:
            self.office.drive(parcel, stamp)
        self.office.close()

    def fetch(self, name: str, strict: bool = False) -> str:
        self.office.open()
        found = self.office.find(name)
        if strict:
            if not found:
                raise LookupError("nothing there")
            self.office.sign(name)
        self.office.close()
        return found


class AsyncPost:
    async def send(self, parcel: dict, stamp: str | None = None, fast: bool = False) -> None:
        await self.office.open()
        if fast and self.seal is not None:
            stamp = await self.seal(stamp)
        await self.office.weigh(parcel)
        if fast:
            await self.office.fly(parcel, stamp)
        else:
            await self.office.drive(parcel, stamp)
        await self.office.close()

    async def fetch(self, name: str, strict: bool = False) -> str:
        await self.office.open()
        found = await self.office.find(name)
        if strict:
            await self.office.sign(name)
        await self.office.close()
        if strict and not found:
            raise LookupError("nothing there")
        return found
