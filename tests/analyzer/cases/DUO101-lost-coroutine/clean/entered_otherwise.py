"""What is entered elsewhere under the same name is another thing, or it has both colors."""


class Catalog:
    def __init__(self, context, archive):
        self.context = context
        self.archive = archive

    async def add(self, name):
        async with self.context.session() as db:
            await db.execute(name)

    async def keep(self, name):
        async with self.archive.session() as db:
            db.execute(name)

    async def note(self, name):
        with self.context.session() as db:
            db.execute(name)

    async def both(self, name):
        async with self.context.session() as db:
            await db.commit()
        db = self.archive
        db.execute(name)


class Archive:
    async def keep(self, name):
        async with self.context.session() as db:
            db.execute(name)
