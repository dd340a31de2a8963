"""Whether a stored state is the one that its digest names; what was found sound is remembered."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from typing import Any

from attrs import define, field

from horizons_core.codec import digest_of

#: So many states are remembered in each process, as two digests each.
MOST = 4096


@define
class SoundStates:
    """States that were compared with their digests: the same bytes are not compared again."""

    most: int = MOST
    _known: OrderedDict[tuple[bytes, str], None] = field(factory=OrderedDict, init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def is_sound(self, packed: bytes, state: Any, digest: str) -> bool:
        """Whether a state, which was unpacked from these bytes, has this digest."""
        pair = hashlib.blake2b(packed, digest_size=32).digest(), digest
        with self._lock:
            if pair in self._known:
                self._known.move_to_end(pair)
                return True
        if digest_of(state) != digest:
            return False
        with self._lock:
            self._known[pair] = None
            while len(self._known) > self.most:
                self._known.popitem(last=False)
        return True
