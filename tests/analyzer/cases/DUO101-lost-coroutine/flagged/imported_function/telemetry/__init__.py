"""A coroutine function is imported from a sibling: absolutely, relatively, under an alias, through its module."""
