"""Uses it in the wrong way."""

from clients import Client, connect


class Downloads:
    def __init__(self, client: Client) -> None:
        self.client = client

    def one(self, url: str) -> str:
        with self.client as client:  # expect: DUO123
            return client.get(url)

    def other(self, url: str) -> str:
        with connect(url) as client, open(url) as local:  # expect: DUO123
            return client.get(local.name)
