"""Fakes have the color of what they stand for, as their use in its place shows."""

import asyncio


class Mailer:
    async def deliver_mail(self, mail: str) -> bool:
        await asyncio.sleep(1)
        return True


class FakeMailer:
    def __init__(self) -> None:
        self.mails: list[str] = []

    async def deliver_mail(self, mail: str) -> bool:
        self.mails.append(mail)
        return True


class Shop:
    def __init__(self, mailer: Mailer) -> None:
        self.mailer = mailer

    async def sell(self, item: str) -> bool:
        return await self.mailer.deliver_mail(item)


async def test_a_mail_is_sent(monkeypatch):
    fake = FakeMailer()
    assert await Shop(fake).sell("tea")

    async def nothing(*args):
        return False

    monkeypatch.setattr(Mailer, "deliver_mail", nothing)
    assert not await Shop(Mailer()).sell("tea")
