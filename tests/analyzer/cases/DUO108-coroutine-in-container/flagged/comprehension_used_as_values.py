"""A comprehension collects coroutines, and the list is used as one of values."""

import asyncio


class Translator:
    async def translate(self, text: str) -> str:
        await asyncio.sleep(0)
        return text


def translate_all(translator: Translator, texts: list[str]) -> str:
    translated = [translator.translate(text) for text in texts]  # expect: DUO108
    return "\n".join(translated)  # lost: DUO108


def longest(translator: Translator, texts: list[str]) -> int:
    translated = [translator.translate(text) for text in texts]  # expect: DUO108
    return max(len(text) for text in translated)  # lost: DUO108


def upper(translator: Translator, texts: list[str]) -> list[str]:
    translated = [translator.translate(text) for text in texts]  # expect: DUO108
    return [text.upper() for text in translated]  # lost: DUO108


def direct(translator: Translator, texts: list[str]) -> str:
    return " ".join(translator.translate(text) for text in texts)  # expect: DUO108


def total(translator: Translator, texts: list[str]) -> None:
    translated = {text: translator.translate(text) for text in texts}  # expect: DUO108
    for text, other in translated.items():
        print(text, other.strip())  # lost: DUO108
