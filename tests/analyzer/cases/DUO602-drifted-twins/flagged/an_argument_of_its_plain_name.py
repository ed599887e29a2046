"""One twin gives an argument that the other lacks, whose name tells nothing of a color."""


class Prompt:
    def send(self, text: str) -> object:
        if not text:
            raise ValueError("nothing to send")
        words = text.split()
        client = self.client_for(self.model, is_cached=True)
        return client.send(words, retries=3)


class AsyncPrompt:
    async def send(self, text: str) -> object:  # expect: DUO602
        if not text:
            raise ValueError("nothing to send")
        words = text.split()
        client = self.client_for(self.model)
        return await client.send(words, retries=3)
