"""Whether a stored state is the one that its digest names; what was found is remembered."""

from __future__ import annotations

import hashlib
from typing import Any

from horizons_core.codec import digest_of
from horizons_host.recent import Recent

#: So many states are remembered in each process, as two digests each.
MOST = 4096
_compared: Recent[bool] = Recent(MOST)


def is_sound(packed: bytes, state: Any, digest: str) -> bool:
    """Whether a state, which was unpacked from these bytes, has this digest.

    The same bytes are not compared again.
    """
    pair = hashlib.blake2b(packed, digest_size=32).digest(), digest
    return _compared.of(pair, lambda: digest_of(state) == digest)
