"""A part that imports nothing of the other."""


class Album:
    def __init__(self, client, chat):
        self.client = client
        self.chat = chat

    async def mark(self):
        self.client.send_read_mark(self.chat)  # expect: DUO101
