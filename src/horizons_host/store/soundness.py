"""Checks of stored states against their digests, with cached results."""

from __future__ import annotations

import hashlib
from typing import Any

from horizons_core.codec import digest_of
from horizons_host.recent import SizedCache

#: Number of cached results per process, as two digests each.
MOST = 4096
_compared: SizedCache[bool] = SizedCache(MOST)


def matches_digest(packed: bytes, state: Any, digest: str) -> bool:
    """Tell whether a state, which was unpacked from these bytes, has this digest.

    The same bytes are compared only once.
    """
    pair = hashlib.blake2b(packed, digest_size=32).digest(), digest
    return _compared.of(pair, lambda: digest_of(state) == digest)
