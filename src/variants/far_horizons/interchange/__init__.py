"""Games of the public C engine: reading its JSON export, writing it, comparing two states."""

from variants.far_horizons.interchange.differences import Comparison, compare, differences
from variants.far_horizons.interchange.engine_json import documents, read_state, write_state

__all__ = [
    "Comparison",
    "compare",
    "differences",
    "documents",
    "read_state",
    "write_state",
]
