"""The parameter has no annotation, and the callee's body uses it as a value, in another file."""


def shorten(text, limit=80):
    if len(text) <= limit:
        return text
    return text[:limit] + "…"


def shout(text):
    return text.upper()


def total(values):
    result = 0
    for value in values:
        result += value
    return result
