"""Loops may nest, and there is always one to be had."""


class Nesting:
    is_applied = False

    @classmethod
    def apply_once(cls) -> None:
        if not cls.is_applied:
            import nest_asyncio

            nest_asyncio.apply()
            cls.is_applied = True
