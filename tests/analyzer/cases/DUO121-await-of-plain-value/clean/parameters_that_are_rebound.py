"""A parameter that is bound to something else is not what it was given any more."""

from collections.abc import Callable


def plainly(method: Callable, name: str) -> Callable:
    def asked(self, *args):
        return self.answer(method(self, *args), name)

    return asked


def described(wrapper: Callable, method: Callable, name: str = "main") -> Callable:
    wrapper = wrapper(method, name)
    if method.__doc__:
        wrapper.__doc__ = method.__doc__.upper()
    return wrapper


class Client:
    def info(self): ...


class AsyncClient(Client):
    info = described(plainly, Client.info)

    async def answer(self, number, name): ...


async def main() -> None:
    print(await AsyncClient().info())
