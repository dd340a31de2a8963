"""The files of the C engine of 1999: reading and writing its JSON export."""

from variants.far_horizons.interchange.engine_json import documents, read_state, write_state

__all__ = ["documents", "read_state", "write_state"]
