"""A notebook: cells of a real Jupyter kernel run a saga, a workflow and a governed session in either color."""

from __future__ import annotations

from pathlib import Path

from jupyter_client.manager import start_new_kernel

CELLS = [
    f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})",
    "from refund_saga import refund_for, refund_for_async; print(refund_for('kim@example.com', 'one').status)",
    "print((await refund_for_async('nowhere', 'two')).status)",
    "from research_workflow import research, research_async; print(research('tea').outputs)",
    "print((await research_async('coffee')).outputs)",
    "from governed_session import governed, governed_async; print(governed())",
    "print(await governed_async())",
]


def main() -> None:
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        for cell in CELLS:
            reply = client.execute_interactive(cell, timeout=30, output_hook=show)
            assert reply["content"]["status"] == "ok", reply["content"]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def show(message: dict[str, dict[str, str]]) -> None:
    """Print what a cell prints."""
    if "text" in message["content"]:
        print(message["content"]["text"], end="")


if __name__ == "__main__":
    main()
