"""A kitchen that asks a module for other names, and an oven for names like those of functions."""

import getters


def ask(oven: object, kind: str) -> object:
    return getattr(oven, f"get_{kind}"), getattr(getters, f"find_{kind}"), getters.get_state
