"""An override that gives what the base gives changes nothing."""

import string


class Loud(string.Formatter):
    def vformat(self, format_string, args, kwargs):
        return super().vformat(format_string, args, kwargs).upper()


async def greet(name):
    loud = Loud()
    print(await loud.format("hello {}", name))  # expect: DUO121


class Checked(string.Formatter):
    """What is checked is none of what `format` gives."""

    async def check_unused_args(self, used_args, args, kwargs):  # expect: DUO601
        print(used_args)


async def welcome(name):
    print(await Checked().format("hello {}", name))  # expect: DUO121
