"""A test keeps the method that stands in for an async one, and puts another in its place."""

import asyncio


class Later:
    def then(self, function) -> None:
        function(None)


class Desk:
    async def serve(self, name: str) -> None:
        await asyncio.sleep(0)
        print(name)


class DeskTests:
    def put_in(self) -> None:
        self.desk = Desk()
        self.desk.serve = lambda name: Later()

    def test_stop(self) -> None:
        self.put_in()
        before = self.desk.serve

        def serve(name: str) -> object:
            later = before(name)
            later.then(print)
            return later

        self.desk.serve = serve
