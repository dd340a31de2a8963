"""Choosing an engine by the number or the address of its workers."""

from __future__ import annotations

from horizons_lab.engines.pool import PoolEngine
from horizons_lab.engines.serial import SerialEngine
from horizons_lab.engines.task import Engine
from horizons_lab.errors import StudyError

#: A number of processes, "dask", or the address of a scheduler.
Workers = int | str

_MOST = 1024


def engine_of(workers: Workers) -> Engine:
    """Return the engine for these workers; raises StudyError for invalid workers."""
    if isinstance(workers, int) and not isinstance(workers, bool) and 1 <= workers <= _MOST:
        return SerialEngine() if workers == 1 else PoolEngine(workers)
    if isinstance(workers, str) and (workers == "dask" or "://" in workers):
        from horizons_lab.engines.cluster import ClusterEngine

        return ClusterEngine("" if workers == "dask" else workers)
    raise StudyError(
        f"workers is {workers!r}",
        f"use a number from 1 to {_MOST}, 'dask', or an address such as tcp://10.0.0.7:8786",
    )
