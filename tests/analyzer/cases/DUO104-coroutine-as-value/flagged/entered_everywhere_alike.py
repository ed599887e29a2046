"""The same is entered under the same name in several functions, and what one of them lacks the others await."""


class Catalog:
    def __init__(self, context):
        self.context = context

    async def names(self):
        async with self.context.session() as db:
            return (await db.execute("names")).scalars().all()

    async def sizes(self):
        async with self.context.session() as db:
            return (db.execute("sizes")).scalars().all()  # expect: DUO104

    async def clear(self):
        async with self.context.session() as db:
            db.execute("clear")  # expect: DUO101
            await db.commit()

    async def add(self, name):
        async with self.context.session() as db:
            await db.execute(name)
            await db.execute("done")
            await db.commit()
