"""What is called by hand with a function, and is no framework's, may run it on the loop."""

import time

from kitchens import register


async def brew() -> str:
    time.sleep(3)  # expect: DUO301
    return "coffee"


register("/coffee")(brew)
