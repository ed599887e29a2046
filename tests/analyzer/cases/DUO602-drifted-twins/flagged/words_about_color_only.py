"""The docstrings say that the twins are the same but for their color, or speak of something else."""


def find_account(session, name: str, active_only: bool = False):
    """Find an account by its name."""
    query = session.accounts(name)
    if active_only:
        query = query.where(active=True)
    return query.first()


async def find_account_async(session, name: str):  # expect: DUO602
    """Same as find_account, but async. It doesn't block the loop."""
    query = session.accounts(name)
    return await query.first()


def send(server, text: str, copies: int = 1) -> None:
    """Send a text, in several copies too."""
    server.check(text)
    server.write(text * copies)


async def send_async(server, text: str) -> None:  # expect: DUO602
    """Async version of `send`."""
    # The check is intentionally done before anything is written.
    await server.check(text)
    await server.write(text)
