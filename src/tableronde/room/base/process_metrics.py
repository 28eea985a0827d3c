"""What this process takes: memory, processor time, descriptors, threads; as far as the system says so."""

import contextlib
import os
import resource
import threading
import time
from pathlib import Path
from typing import Final

_STARTED: Final = time.time()
_PROC: Final = Path("/proc/self")


def read_process_metrics() -> dict[str, float]:
    """Return the figures by the names of their metrics; those that this system does not tell are missing."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    found: dict[str, float] = {
        "process_cpu_seconds_total": used.ru_utime + used.ru_stime,
        "process_start_time_seconds": round(_STARTED, 2),
        "process_threads": threading.active_count(),
        "process_max_fds": resource.getrlimit(resource.RLIMIT_NOFILE)[0],
    }
    with contextlib.suppress(OSError, ValueError, IndexError):
        found["process_resident_memory_bytes"] = int((_PROC / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        found["process_open_fds"] = len(os.listdir(_PROC / "fd"))
    return found
