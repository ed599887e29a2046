"""Objects that a class of an unread library was mapped to have methods of their own, whose names are async here."""

import asyncio

try:
    import lexlib
except ImportError:
    lexlib = None


class Rule:
    async def match_text(self, text: str) -> bool:
        await asyncio.sleep(0)
        return bool(text)


class PatternRule(Rule):
    def __init__(self, patterns: list[str]) -> None:
        self.patterns = list(map(lexlib.Pattern, patterns))

    async def match_text(self, text: str) -> bool:
        for pattern in self.patterns:
            found = pattern.match_text(text)
            if found is not None:
                return bool(found)
        return False


async def main(rule: Rule) -> bool:
    return await rule.match_text("a")
