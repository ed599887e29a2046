"""The wheel holds the package, its types and its license, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.meta.sources import ROOT, SOURCE


def test_the_wheel_holds_the_package_and_nothing_else(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    package = {name for name in names if name.startswith("duotone/")}
    files = (path for path in (SOURCE / "duotone").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert package == {path.relative_to(SOURCE).as_posix() for path in files}
    assert "duotone/py.typed" in package
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert all(name.startswith("duotone/") or ".dist-info/" in name for name in names)
