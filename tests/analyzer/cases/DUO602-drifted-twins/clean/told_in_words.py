"""A docstring or a comment of one twin says how it differs from the other, so that nobody has forgotten anything."""


def find_account(session, name: str, active_only: bool = False):
    """Find an account by its name."""
    query = session.accounts(name)
    if active_only:
        query = query.where(active=True)
    return query.first()


async def find_account_async(session, name: str):
    """Async twin of find_account. Finds closed accounts, too: whoever is logged in stays so."""
    query = session.accounts(name)
    return await query.first()


class Mailbox:
    def __init__(self, server) -> None:
        self.server = server

    def send(self, text: str, copies: int = 1) -> None:
        self.server.check(text)
        self.server.write(text)

    def delete(self, number: int) -> None:
        if number < 0:
            raise ValueError("no such mail")
        self.server.check(number)
        self.server.remove(number)


class AsyncMailbox:
    def __init__(self, server) -> None:
        self.server = server

    # There are intentionally no copies here: callers send them at the same time.
    async def send(self, text: str) -> None:
        await self.server.check(text)
        await self.server.write(text)

    async def delete(self, number: int) -> None:
        """Delete a mail; unlike in Mailbox, a negative number counts from the end."""
        await self.server.check(number)
        await self.server.remove(number)
