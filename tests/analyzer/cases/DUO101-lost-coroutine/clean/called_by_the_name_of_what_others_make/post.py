"""Nothing that belongs to one object is awaited here."""


class Post:
    def __init__(self, office):
        self.office = office

    async def contact(self, user):
        self.office.threads.create(user)
        await self.office.send(user)
