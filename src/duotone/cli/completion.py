"""`duotone completion`: prints what lets a shell complete the commands, made from their parsers."""

from __future__ import annotations

from duotone.cli import COMMANDS
from duotone.cli.terminal import Parser, emit

__all__ = ["declared", "main"]

_HOW = """\
to use it, write into the file that your shell reads when it starts
  bash: eval "$(duotone completion bash)"
  zsh:  eval "$(duotone completion zsh)", after compinit
  fish: duotone completion fish | source
"""


def main(arguments: list[str]) -> int:
    """Print the script of a shell."""
    args = declared().parse_args(arguments)
    from duotone.cli.shells import bash_script, fish_script, words_of, zsh_script

    script = {"bash": bash_script, "fish": fish_script, "zsh": zsh_script}[args.shell]
    emit(script(words_of(COMMANDS)))
    return 0


def declared() -> Parser:
    """Declare the options."""
    parser = Parser(
        prog="duotone completion", description="Print what lets a shell complete the commands.", epilog=_HOW
    )
    parser.add_argument("shell", choices=["bash", "zsh", "fish"])
    parser.add_argument("--verbose", action="store_true", help="show a traceback if duotone itself fails")
    return parser
