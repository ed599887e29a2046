"""An override that gives what the base gives changes nothing."""

import string


class Loud(string.Formatter):
    def vformat(self, format_string, args, kwargs):
        return super().vformat(format_string, args, kwargs).upper()


async def greet(name):
    loud = Loud()
    print(await loud.format("hello {}", name))  # expect: DUO121
