"""What the base gives by a method that is async now is a coroutine too: nothing blocks where that is awaited later."""

import asyncio
import smtplib


class Mailer(smtplib.SMTP):
    async def docmd(self, cmd, args=""):  # expect: DUO601
        return await asyncio.to_thread(super().docmd, cmd, args)


async def ask():
    mailer = Mailer()
    await asyncio.sleep(1)
    print(await asyncio.gather(mailer.ehlo(), mailer.helo()))
