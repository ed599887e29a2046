"""A decorator has a wrapper for each color; which one a call of it gives depends on the function."""

import inspect
from functools import wraps


def for_middleware(kind):
    def make(*args):
        def decorate(view):
            middleware = kind(view, *args)
            if inspect.iscoroutinefunction(view):

                async def wrapper(request):
                    return middleware.after(await view(request))

            else:

                def wrapper(request):
                    return middleware.after(view(request))

            return wraps(view)(wrapper)

        return decorate

    return make


class Middleware:
    def __init__(self, view):
        self.view = view

    def after(self, response):
        return response


protect = for_middleware(Middleware)()


def show(request):
    return {"request": request}


def main():
    protected = protect(show)
    protected("a")
    assert protected("b")["request"] == "b"
    assert protect(show)("c").keys()
