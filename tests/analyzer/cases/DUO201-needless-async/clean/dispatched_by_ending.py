"""Methods are found by names that are put together, beginning and end alike."""


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
