"""One twin says by an argument which color of a thing it wants, and the other takes the one that comes by itself."""


class Prompt:
    def send(self, text: str) -> object:
        if not text:
            raise ValueError("nothing to send")
        words = text.split()
        client = self.client_for(self.model)
        return client.send(words, retries=3)


class AsyncPrompt:
    async def send(self, text: str) -> object:
        if not text:
            raise ValueError("nothing to send")
        words = text.split()
        client = self.client_for(self.model, is_async=True)
        return await client.send(words, retries=3)
