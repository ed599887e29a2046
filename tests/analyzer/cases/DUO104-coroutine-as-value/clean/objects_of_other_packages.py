"""Methods of objects that a class of another package made, at once or by another of its methods, are none of ours."""

import dataclasses

from keyring_of_others import Locksmith


class Session:
    async def sign_order(self, order):
        await self.send(order)
        return order

    async def exchange(self, order):
        await self.send(order)
        return order

    async def send(self, order): ...


class Shop:
    locksmith = Locksmith()


@dataclasses.dataclass
class Keys:
    sign: object
    verify: object


def expand(text: str, secret: bytes) -> bytes:
    return text.encode() + secret


class Counter:
    def __init__(self, keys):
        self.keys = keys

    def check(self, order):
        shared = self.keys.verify.exchange(order)
        return expand("a", shared)


async def main(shop: Shop, session: Session):
    key = shop.locksmith.from_text("a")
    signed = key.sign_order({})
    await session.send(signed.text)
    await session.sign_order(Locksmith.from_file("a").sign_order({}).text)
    await session.exchange({})
