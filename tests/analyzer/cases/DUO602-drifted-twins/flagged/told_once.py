"""What a constructor lacks is told there, and not again where it would be used; other drift is told as well."""


class Mailer:
    def __init__(self, server, sender: str, footer: str = "") -> None:
        self.server = server
        self.sender = sender
        self.footer = footer

    def send(self, to: str, text: str) -> None:
        self.server.check(to)
        if self.footer:
            text = text + self.footer
        self.server.write(self.sender, to, text)
        self.server.close()

    def forward(self, to: str, text: str) -> None:
        self.server.check(to)
        if to == self.sender:
            raise ValueError("to oneself")
        self.server.write(self.sender, to, text)
        self.server.close()


class AsyncMailer:
    def __init__(self, server, sender: str) -> None:  # expect: DUO602
        self.server = server
        self.sender = sender

    async def send(self, to: str, text: str) -> None:
        await self.server.check(to)
        await self.server.write(self.sender, to, text)
        await self.server.close()

    async def forward(self, to: str, text: str) -> None:  # expect: DUO602
        await self.server.check(to)
        await self.server.write(self.sender, to, text)
        await self.server.close()
