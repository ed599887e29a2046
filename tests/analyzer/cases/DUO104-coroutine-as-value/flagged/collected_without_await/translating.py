"""Everybody else awaits what is collected here."""

import asyncio


class Choice:
    async def translated(self, locale: str) -> dict[str, str]:
        await asyncio.sleep(0)
        return {"locale": locale}


class Choices:
    def __init__(self, choices: list[Choice]) -> None:
        self.choices = choices

    async def payload(self, locale: str) -> dict[str, object]:
        base: dict[str, object] = {}
        base["choices"] = [choice.translated(locale) for choice in self.choices]  # expect: DUO104
        return base

    async def listed(self, locale: str) -> list:
        found = []
        for choice in self.choices:
            found.append(choice.translated(locale))  # expect: DUO104
        return found


async def first(choices: list[Choice]) -> str:
    return (await choices[0].translated("de"))["locale"]


async def last(choices: list[Choice]) -> str:
    return (await choices[-1].translated("de"))["locale"]
