"""The version is kept in the only object of a class, unless somebody wants it anew."""

import subprocess


class Versions:
    def __init__(self) -> None:
        self._found: str | None = None

    def get(self, force: bool = False) -> str:
        if not force and self._found is not None:
            return self._found
        found = self._detect()
        self._found = found
        return found

    def _detect(self) -> str:
        return subprocess.run(["git", "describe"], capture_output=True, text=True).stdout


_versions = Versions()


def get_version() -> str:
    return _versions.get()
