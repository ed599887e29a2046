"""Text that looks like a comment is none."""

HELP = """
Write `# noqa: DUO101` at the end of the line, or
# duotone: allow lost-coroutine -- with a reason
"""


def show() -> None:
    print("# noqa: DUO101", HELP)
