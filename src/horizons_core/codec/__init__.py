"""Conversion of games to plain data, canonical JSON, digests and copies."""

from horizons_core.codec.copies import (
    copy_of,
    declared_types,
    is_shared_by_copies,
    put_in_order,
)
from horizons_core.codec.json_text import canonical, converter, digest, digest_of, dump, plain
from horizons_core.codec.limits import Between, IdOf, Matching, OneOf
from horizons_core.codec.structuring import DamagedError, structured

__all__ = [
    "Between", "DamagedError", "IdOf", "Matching", "OneOf", "canonical", "converter", "copy_of",
    "declared_types", "digest", "digest_of", "dump", "is_shared_by_copies", "plain",
    "put_in_order", "structured",
]  # fmt: skip
