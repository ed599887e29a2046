"""What the async twin does besides: a setup that a constructor can't await, a session of its own, an error said again."""


class Kiln:
    def __init__(self, address: str, key: str) -> None:
        self.address = address
        self.headers = {"key": key}
        self.connect()

    def connect(self) -> None:
        print("connected to", self.address)

    def fire(self, degrees: int, hours: int = 8) -> str:
        if degrees > 1300:
            raise ValueError("too hot")
        plan = f"{degrees} for {hours}"
        return self.send(plan)

    def set_key(self, key: str) -> None:
        self.headers["key"] = key

    def cool(self, hours: int) -> str:
        plan = f"cool for {hours}"
        answer = self.send(plan)
        return answer.strip()

    def send(self, plan: str) -> str:
        return plan


class AsyncKiln:
    def __init__(self, address: str, key: str) -> None:
        self.address = address
        self.headers = {"key": key}
        self.session = None

    async def connect(self) -> None:
        print("connected to", self.address)

    async def fire(self, degrees: int, hours: int = 8) -> str:
        if degrees > 1300:
            raise ValueError("too hot")
        plan = f"{degrees} for {hours}"
        await self.connect()
        return await self.send(plan)

    async def set_key(self, key: str) -> None:
        self.headers["key"] = key
        if self.session:
            self.session.headers["key"] = key

    async def cool(self, hours: int) -> str:
        plan = f"cool for {hours}"
        try:
            answer = await self.send(plan)
        except Exception as error:
            raise error from error
        return answer.strip()

    async def send(self, plan: str) -> str:
        return plan
