"""Methods are found by names that are put together, beginning and end alike, or that are listed."""


class Memory:
    def __init__(self):
        self.rows = {}

    async def execute(self, query, kind, **arguments):
        return await getattr(self, f"{query}_{kind}")(**arguments)

    async def find_row_one(self, key):
        return self.rows[key]

    async def find_row_all(self):
        return [*self.rows.values()]


class Limited(Memory):
    async def count_rows_one(self):
        return len(self.rows)


class Reports:
    async def make(self, kind, rows):
        method = getattr(self, "%s_report" % kind)
        return await method(rows)

    async def short_report(self, rows):
        return rows[:3]


class Debugger:
    commands = ["show_frames", "show_names"]

    def __init__(self):
        self.handlers = {}
        for command in self.commands:
            self.handlers[command] = getattr(self, command)

    async def handle(self, command, message):
        handler = self.handlers.get(command)
        return await handler(message) if handler else None

    async def show_frames(self, message):
        return {"frames": message}

    async def show_names(self, message):
        return {"names": message}


class Routes:
    """The names of its methods are listed elsewhere, and it is asked for them as a class."""

    def routes(self, endpoints):
        return {f"/{endpoint.name}": wrapped(getattr(Routes, endpoint.name)) for endpoint in endpoints}

    async def get_name(self, request):
        return {"name": request}


def wrapped(function):
    async def endpoint(self, request):
        return await function(self, request)

    return endpoint
