"""One class of several is async, and nothing in its name says so."""

import asyncio


class ValidatorBase:
    def validate(self, text: str) -> bool:
        raise NotImplementedError


class OneByOne(ValidatorBase):
    def validate(self, text: str) -> bool:
        return bool(text)


class Remote(ValidatorBase):
    async def validate(self, text: str) -> bool:  # expect: DUO601
        await asyncio.sleep(0)
        return bool(text)
