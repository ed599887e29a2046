"""Async functions are the defaults of parameters of methods, where any other may be given."""


async def connect(address):
    return {"address": address}


async def answer(text):
    return text.upper()


class Client:
    def __init__(self, connect=connect, *, answer=answer):
        self.connect = connect
        self.answer = answer

    async def ask(self, address, text):
        self.session = await self.connect(address)
        return await self.answer(text)


async def main():
    print(await connect("here"), await answer("yes"))
