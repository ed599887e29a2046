"""Everything comes by a star from a package whose list of names is put together."""

from letters import *


async def clear() -> int:
    Box().empty()  # expect: DUO101
    BytesIO().flush()  # expect: DUO101
    return count()
