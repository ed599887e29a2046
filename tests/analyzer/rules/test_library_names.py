"""What a library has goes by the name that everybody imports it by, and not by the module that it is in."""

from __future__ import annotations

from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.settings import Settings

LIBRARIES = {
    "requests/__init__.py": "from .api import get\nfrom .sessions import Session\n",
    "requests/api.py": "def get(url): ...\ndef post(url): ...\n",
    "requests/sessions.py": "class Session:\n    def get(self, url): ...\nclass Special(Session): ...\n",
    "mill/__init__.py": "from mill import _parts\nfrom mill.other import Stone\n",
    "mill/other.py": "class Stone: ...\n",
    "mill/_parts/__init__.py": "from mill._parts.press import *\n",
    "mill/_parts/press.py": "class Press:\n    def __enter__(self): return self\n    def __exit__(self, *a): ...\n"
    "class Stone(Press): ...\n",
}


def messages(folder: Path, body: str) -> list[str]:
    """What is said of the body of a coroutine."""
    site = folder / ".venv" / "lib" / "python3.12" / "site-packages"
    for name, text in LIBRARIES.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text)
    path = folder / "shop.py"
    path.write_text(f"import asyncio\n\n\nasync def go():\n    await asyncio.sleep(1)\n{body}")
    settings = Settings(root=folder, jobs=1, python=folder / ".venv")
    return [one.message for one in check([path], settings).findings]


@pytest.mark.parametrize(
    ("call", "shown"),
    [
        ("import requests\n    requests.get('grain')", "requests.get"),
        ("from requests.api import get as take\n    take('grain')", "requests.get"),
        ("from requests.api import post\n    post('grain')", "requests.api.post"),
        ("from requests import Session\n    Session().get('grain')", "requests.Session.get"),
        ("from requests.sessions import Special\n    Special().get('grain')", "requests.Session.get"),
    ],
)
def test_what_blocks_is_named_by_the_outermost_package_that_exports_it(tmp_path: Path, call: str, shown: str) -> None:
    [message] = messages(tmp_path, f"    {call}\n")
    assert message.startswith(f"`{shown}` blocks the event loop")


@pytest.mark.parametrize(
    ("name", "shown"), [("Press", "mill._parts.Press"), ("Stone", "mill._parts.Stone")], ids=["exported", "of-another"]
)
def test_a_class_is_named_in_full_by_what_exports_it_and_nothing_of_its_name(
    tmp_path: Path, name: str, shown: str
) -> None:
    [message] = messages(tmp_path, f"    from mill._parts import {name}\n    async with {name}():\n        pass\n")
    assert message.startswith(f"`{shown}` is a plain context manager")
    [message] = messages(tmp_path, f"    from mill._parts import {name}\n    await {name}()\n")
    assert f"`{shown}`" in message
