"""What `deploy/` tells machines to run is there: commands, options, variables, paths and times fit the real server."""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from duotone.cli import log, serve
from duotone.server.app import ROUTERS
from tests.meta.sources import ROOT

DEPLOY = ROOT / "deploy"
YAML = sorted(DEPLOY.rglob("*.yaml"))
UNITS = sorted(DEPLOY.glob("systemd/*.service"))
SPARE = 2.0
"""Seconds past its deadline after which a server ends itself."""


def documents(path: Path) -> list[Any]:
    return list(yaml.safe_load_all(path.read_text(encoding="utf-8")))


def compose() -> Any:
    [document] = documents(DEPLOY / "compose.yaml")
    return document


def pod() -> Any:
    [document] = documents(DEPLOY / "kubernetes" / "deployment.yaml")
    return document["spec"]["template"]["spec"]


def served(arguments: list[str]) -> argparse.Namespace:
    """What `duotone serve` makes of its arguments, which it would refuse in one line."""
    assert arguments[0] == "serve"
    return serve.declared().parse_args(arguments[1:])


def commands_of(unit: Path) -> list[list[str]]:
    lines = [line for line in unit.read_text(encoding="utf-8").splitlines() if line.startswith("ExecStart=")]
    return [shlex.split(line.removeprefix("ExecStart=")) for line in lines]


def in_dockerfile(instruction: str) -> list[str]:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return [line.removeprefix(f"{instruction} ") for line in text.splitlines() if line.startswith(f"{instruction} ")]


def seconds(text: str) -> float:
    assert text.endswith("s"), text
    return float(text[:-1])


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_every_document_can_be_read(path: Path) -> None:
    assert all(isinstance(document, dict) for document in documents(path))


def test_every_server_is_started_with_options_that_there_are() -> None:
    [command] = [yaml.safe_load(line) for line in in_dockerfile("CMD")]
    servers = [one for one in compose()["services"].values() if one["image"] == "duotone"]
    assert len(servers) == 2
    started = [command, *(one["command"] for one in servers), pod()["containers"][0]["args"]]
    for found in map(served, started):
        assert (found.host, found.port) == ("0.0.0.0", 8600)  # noqa: S104  # they are reached from other containers
    for unit in UNITS:
        for program, command, *arguments in commands_of(unit):
            assert program == "/opt/duotone/bin/duotone"
            {"serve": serve, "log": log}[command].declared().parse_args(arguments)


def test_every_variable_is_one_that_is_read() -> None:
    known = {name for path in (ROOT / "src").rglob("*.py") for name in variables(path)}
    own = {"DUOTONE_DB_PASSWORD"}  # which the file itself reads
    used = {name for path in DEPLOY.rglob("*") if path.is_file() for name in variables(path)}
    assert {"DUOTONE_LOG", "DUOTONE_TOKENS"} <= used
    assert used - own <= known


def variables(path: Path) -> set[str]:
    return set(re.findall(r"\bDUOTONE_[A-Z_]+\b", path.read_text(encoding="utf-8")))


def test_every_probe_asks_for_a_path_that_is_served() -> None:
    paths = {getattr(route, "path", "") for router in ROUTERS for route in router.routes}
    asked = set(re.findall(r"(?:path: |:8600)(/\w+)", "".join(path.read_text(encoding="utf-8") for path in YAML)))
    asked |= set(re.findall(r":8600(/\w+)", "".join(in_dockerfile("HEALTHCHECK"))))
    assert asked - {"/tokens"} == {"/healthz", "/readyz"}
    assert {"/healthz", "/readyz"} <= paths
    server = pod()["containers"][0]
    assert server["readinessProbe"]["httpGet"]["path"] == "/readyz"
    assert server["livenessProbe"]["httpGet"]["path"] == "/healthz"


def test_nobody_is_killed_before_it_has_drained() -> None:
    for one in compose()["services"].values():
        if one["image"] == "duotone":
            assert seconds(one["stop_grace_period"]) > served(one["command"]).drain + SPARE
    server = pod()["containers"][0]
    before = float(server["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod()["terminationGracePeriodSeconds"] > before + served(server["args"]).drain + SPARE
    unit = (DEPLOY / "systemd" / "duotone.service").read_text(encoding="utf-8")
    [[_, *arguments]] = commands_of(DEPLOY / "systemd" / "duotone.service")
    [limit] = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)
    assert float(limit) > served(arguments).drain + SPARE


def test_no_secret_is_in_a_file() -> None:
    for service in compose()["services"].values():
        for name, value in service.get("environment", {}).items():
            if "PASSWORD" in name:
                assert re.fullmatch(r"\$\{\w+:\?.+\}", value), name
    for variable in pod()["containers"][0]["env"]:
        if variable["name"] != "DUOTONE_TOKENS":
            assert "secretKeyRef" in variable["valueFrom"]
    text = "".join(path.read_text(encoding="utf-8") for path in DEPLOY.rglob("*") if path.is_file())
    assert re.findall(r"://[^\s/:@]+:[^\s/@]+@", text) == []


def test_images_have_plain_names_and_the_lock_is_installed_by_its_hashes() -> None:
    images = [one["image"] for one in compose()["services"].values()]
    images += [pod()["containers"][0]["image"], *(line.split()[0] for line in in_dockerfile("FROM"))]
    assert all(re.fullmatch(r"[a-z]+(:[\w.-]+)?", image) for image in images)
    [install] = [line for line in in_dockerfile("RUN") if "-r requirements/" in line]
    assert "--require-hashes" in install
    for line in in_dockerfile("COPY"):
        if not line.startswith("--from"):
            *sources, _ = line.split()
            assert all((ROOT / source).exists() for source in sources)
    assert in_dockerfile("USER") == ["10001"]
    assert pod()["securityContext"]["runAsUser"] == 10001


def test_the_balancer_names_the_servers_and_keeps_no_event_back() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    named = set(re.findall(r"^\s+server ([\w-]+):8600 ", text, re.MULTILINE))
    assert named == {name for name, one in compose()["services"].items() if one["image"] == "duotone"}
    assert "proxy_buffering off;" in text
    [published] = compose()["services"]["balancer"]["ports"]
    [port] = re.findall(r"listen (\d+);", text)
    assert published.endswith(f":{port}")


def test_a_real_nginx_takes_its_configuration(tmp_path: Path) -> None:
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        pytest.skip("no nginx is installed here, so its configuration is only read: apt-get install nginx-light")
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"server-\d:8600", "127.0.0.1:8600", text).replace("/tmp/nginx.pid", f"{tmp_path}/pid")  # noqa: S108
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    text = text.replace("http {", "http {" + "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in kinds))
    (tmp_path / "nginx.conf").write_text(text, encoding="utf-8")
    command = [nginx, "-t", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd here")
    for path in DEPLOY.glob("systemd/*"):
        text = path.read_text(encoding="utf-8").replace("/opt/duotone/bin/duotone", "/bin/true")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    command = [analyze, "verify", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
