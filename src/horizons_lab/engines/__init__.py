"""Engines play the games of a study. Every engine gives the same rows, byte for byte.

An engine yields games as they end, in any order. `engine_of` chooses one: 1 plays in this process,
a larger number in that many processes, "dask" on a cluster on this machine, and an address such as
"tcp://10.0.0.7:8786" on that cluster.
"""

from __future__ import annotations

from horizons_lab.engines.choice import Workers, engine_of
from horizons_lab.engines.tasks import Engine, StudyTask

__all__ = ["Engine", "StudyTask", "Workers", "engine_of"]
