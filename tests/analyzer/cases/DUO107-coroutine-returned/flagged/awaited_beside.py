"""Nothing is known of the object, but the same function awaits the same method of it on other paths."""


class Inbox:
    def __init__(self, transport):
        self.transport = transport
        self.drafts = []

    async def deliver(self, author, text):
        if not text:
            return await author.send("There is nothing to deliver.")
        if len(self.drafts) > 10:
            return author.send("Finish a draft first.")  # expect: DUO107
        self.drafts.append(text)
        return None

    async def open(self, url, in_tab):
        if in_tab:
            return await self.transport.fetch(url, tab=True)
        return self.transport.fetch(url, window=True)  # expect: DUO107


async def warned(channel, is_quiet):
    if is_quiet:
        return channel.send("quiet")  # expect: DUO107
    await channel.send("loud")
    return None
