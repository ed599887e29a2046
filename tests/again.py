"""Run once more, alone, the few tests that failed beside others: two busy cores make right code late.

    pytest -o cache_dir=CACHE --cache-clear … || python -m tests.again CACHE $?

What passes alone is named as unsteady, for somebody to mend. What fails again has failed, and so has a run with more
than a few failures, since those are no accident of the machine, or one that did not come to its end.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

MOST = 3


def main(cache: Path, status: int) -> int:
    if status != pytest.ExitCode.TESTS_FAILED:
        return status
    failed = sorted(json.loads((cache / "v/cache/lastfailed").read_text(encoding="utf-8")))
    if len(failed) > MOST:
        print(f"{len(failed)} tests have failed, more than {MOST}: none is run again")
        return status
    print("once more, alone:", *failed, sep="\n  ", flush=True)
    if again := subprocess.run([sys.executable, "-m", "pytest", *failed], check=False).returncode:
        return again
    print("UNSTEADY, these failed beside other tests and passed alone:", *failed, sep="\n  ")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
