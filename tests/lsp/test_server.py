"""The server as a process: settings that change, faults that don't kill it, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.lsp.client import Client, Message
from tests.lsp.conftest import JOBS, SETTINGS


def touched(client: Client, path: Path) -> None:
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": path.as_uri(), "type": 2}]})


def is_shown(message: Message) -> bool:
    return message.get("method") == "window/showMessage"


def test_settings_are_read_again_when_they_change(project: Path) -> None:
    jobs, settings = project / "shop" / "jobs.py", project / "pyproject.toml"
    with Client(project) as client:
        client.initialize()
        asked = client.wait(lambda one: one.get("method") == "client/registerCapability")
        watchers = asked["params"]["registrations"][0]["registerOptions"]["watchers"]
        assert "**/pyproject.toml" in [one["globPattern"] for one in watchers]
        client.diagnostics(jobs)
        settings.write_text(SETTINGS + 'ignore = ["lost-coroutine"]\n', encoding="utf-8")
        touched(client, settings)
        assert client.diagnostics(jobs, lambda found: not found) == []


def test_a_wrong_setting_is_shown_once_and_keeps_what_was_found(project: Path) -> None:
    jobs, settings = project / "shop" / "jobs.py", project / "pyproject.toml"
    with Client(project) as client:
        client.initialize()
        client.diagnostics(jobs)
        settings.write_text(SETTINGS + "ignroe = []\n", encoding="utf-8")
        touched(client, settings)
        assert "did you mean 'ignore'" in client.wait(is_shown)["params"]["message"]
        client.open(jobs, JOBS + "\n", 1)
        settings.write_text(SETTINGS, encoding="utf-8")
        touched(client, settings)
        assert len(client.diagnostics(jobs)) == 2
        assert not any(is_shown(message) for message in client.kept)


def test_files_that_appear_and_disappear_are_noticed(project: Path) -> None:
    more = project / "shop" / "more.py"
    with Client(project) as client:
        client.initialize()
        client.diagnostics(project / "shop" / "jobs.py")
        more.write_text(JOBS, encoding="utf-8")
        touched(client, more)
        assert len(client.diagnostics(more)) == 2
        more.unlink()
        touched(client, more)
        assert client.diagnostics(more, lambda found: not found) == []


def test_a_file_that_can_not_be_parsed_is_no_trouble(project: Path) -> None:
    jobs = project / "shop" / "jobs.py"
    with Client(project) as client:
        client.initialize()
        client.open(jobs, "async def (\n\0\x0c", 1)
        client.change(jobs, JOBS, 2)
        client.diagnostics(jobs, lambda found: [one["code"] for one in found] == ["DUO101", "DUO101"])
        assert client.leave() == 0


def test_a_process_that_analyzes_and_dies_is_replaced(project: Path) -> None:
    jobs = project / "shop" / "jobs.py"
    with Client(project) as client:
        client.initialize()
        client.open(jobs)
        client.diagnostics(jobs)
        for child in psutil.Process(client.process.pid).children(recursive=True):
            child.kill()
        client.change(jobs, JOBS + "    save('c')\n", 2)
        client.wait(lambda one: is_shown(one) or one.get("method") == "textDocument/publishDiagnostics")
        client.change(jobs, JOBS + "    save('c')\n    save('d')\n", 3)
        assert len(client.diagnostics(jobs, lambda found: len(found) == 4)) == 4
        assert client.leave() == 0


def test_a_client_that_hangs_up_leaves_no_process_behind(project: Path) -> None:
    with Client(project) as client:
        client.initialize()
        client.diagnostics(project / "shop" / "jobs.py")
        family = psutil.Process(client.process.pid).children(recursive=True)
        assert family
        assert client.hang_up() == 1
    assert psutil.wait_procs(family, timeout=20)[1] == []


def test_a_server_that_is_killed_leaves_no_process_behind(project: Path) -> None:
    with Client(project) as client:
        client.initialize()
        client.diagnostics(project / "shop" / "jobs.py")
        family = psutil.Process(client.process.pid).children(recursive=True)
        client.process.kill()
        client.process.wait()
    assert psutil.wait_procs(family, timeout=20)[1] == []


def test_a_message_that_makes_no_sense_is_answered_and_survived(project: Path) -> None:
    with Client(project) as client:
        client.initialize()
        client.notify("textDocument/didChange", {"nonsense": True})
        client.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": "untitled:one", "languageId": "python", "version": 1, "text": JOBS}},
        )
        assert client.diagnostics(project / "shop" / "jobs.py")
        assert client.leave() == 0


@pytest.mark.parametrize("missing", ["pygls", "lsprotocol"])
def test_without_the_extra_it_says_what_to_install(missing: str, tmp_path: Path) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from duotone.cli import main; sys.exit(main(['lsp']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "error: duotone lsp needs the 'lsp' extra: pip install 'duotone[lsp]'\n"
