"""What is dropped can't be read, but methods of its name are plain wherever the project has them."""


class Reader:
    def skip_block(self):
        self.position = 1


class Chain:
    async def stripped(self, make, raw):  # expect: DUO201
        reader = make(raw)
        reader.skip_block()
        return raw

    async def strip(self, make, raw):
        return await self.stripped(make, raw)
