"""A method imports the class of what it keeps."""


class Page:
    def __init__(self, is_needed: bool) -> None:
        from clients import Client

        self.client = Client()

    async def show(self) -> None:
        self.client.refresh()  # expect: DUO101
        await self.client.refresh()


class Section:
    def __init__(self) -> None:
        try:
            import clients as library
        except ImportError:
            raise RuntimeError("clients are not there") from None
        made = library.Client()
        self.client = made

    async def show(self) -> None:
        self.client.refresh()  # expect: DUO101


class Margin:
    def __init__(self) -> None:
        from clients import PlainClient

        self.client = PlainClient()

    async def show(self) -> None:
        self.client.refresh()
