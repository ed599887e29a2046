"""The editor server: the analyzer's findings as one types, over the language server protocol."""

from __future__ import annotations

from duotone.errors import MissingExtra

__all__ = ["main"]


def main() -> int:
    """Serve on standard input and output until the client says goodbye; return the exit status.

    Raises `MissingExtra` where pygls is not installed.
    """
    try:
        from duotone.lsp.server import serve  # noqa: PLC0415  # it comes with an extra, and takes its time to load
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "duotone":
            raise
        feature, extra = "duotone lsp", "lsp"
        raise MissingExtra(feature, extra) from error
    return serve()
