"""Nothing is known of the object, but its method is one of those that are async in every library."""


async def released(client):
    client.aclose()  # expect: DUO101


class Connection:
    def __init__(self, transport):
        self.transport = transport

    async def __aenter__(self):
        self.transport.__aenter__()  # expect: DUO101
        return self

    async def __aexit__(self, *error):
        self.transport.__aexit__(*error)  # expect: DUO101
