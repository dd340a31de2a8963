"""Games as plain data: canonical JSON, digests and copies."""

from horizons_core.codec.copies import copy_of, is_shared_by_copies, put_in_order
from horizons_core.codec.data import canonical, converter, digest, digest_of, dump, plain

__all__ = [
    "canonical", "converter", "copy_of", "digest", "digest_of", "dump", "is_shared_by_copies",
    "plain", "put_in_order",
]  # fmt: skip
