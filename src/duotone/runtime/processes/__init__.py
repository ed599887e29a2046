"""Commands under keepers: they survive their host, end with all that came from them, and are found again."""

from __future__ import annotations

from duotone.runtime.processes.faces import AsyncProcesses, Processes
from duotone.runtime.processes.policy import ProcessPolicy
from duotone.runtime.processes.records import Finished, Output, ProcessInfo, ProcessState

__all__ = ["AsyncProcesses", "Finished", "Output", "ProcessInfo", "ProcessPolicy", "ProcessState", "Processes"]
