"""Rules of a build tool, whose engine drives coroutines itself and has no event loop."""

import subprocess

from pants.engine.goal import Goal
from pants.engine.rules import goal_rule
from pants.engine.target import AllTargets


class Install(Goal):
    pass


@goal_rule
async def install(targets: AllTargets) -> Install:
    done = subprocess.run(["pip", "install", *map(str, targets)], check=False)
    return Install(exit_code=done.returncode)
