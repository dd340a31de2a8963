"""Reports as pages, kept for a while: a report never changes, and is read again and again."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attrs import define, field

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_host.report_files import rendered
from horizons_host.store import Plate

#: So many characters are kept in each process, in all.
MOST = 32_000_000


@define
class Renderings:
    """The texts that were made last, by the digests of all that they are made of."""

    most: int = MOST
    _texts: OrderedDict[str, str] = field(factory=OrderedDict, init=False)
    _size: int = field(default=0, init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def of(
        self,
        plate: Plate,
        stored: bytes | None,
        document: Callable[[], Mapping[str, Any]],
        form: str,
    ) -> str:
        """A game's document in one of the forms.

        What it is made of is told by the bytes that are `stored` of it; one that is made anew each
        time has none, and is not kept.
        """
        rules = plate.variant, plate.mods, plate.data_mods
        if stored is None:
            return rendered(partial(hz.load_variant, *rules), document(), form)
        named = digest_of([plate.variant, list(plate.mods), dict(plate.data_mods), form])
        name = f"{named} {hashlib.blake2b(stored).hexdigest()}"
        with self._lock:
            text = self._texts.get(name)
            if text is not None:
                self._texts.move_to_end(name)
                return text
        text = rendered(partial(hz.load_variant, *rules), document(), form)
        self._keep(name, text)
        return text

    def _keep(self, name: str, text: str) -> None:
        with self._lock:
            self._size += len(text) - len(self._texts.pop(name, ""))
            self._texts[name] = text
            while self._size > self.most:
                self._size -= len(self._texts.popitem(last=False)[1])
