"""Reports as pages, kept for a while: a report never changes, and is read again and again."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attrs import define, field, frozen

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_host.recent import Recent
from horizons_host.report_files import rendered
from horizons_host.server.security.headers import policy_of_document
from horizons_host.store import Plate

#: So many bytes are kept in each process, in all.
MOST = 32_000_000
_LEVEL = 5


@frozen
class Rendering:
    """A text as it is sent: packed by gzip; `policy` is what a page demands of browsers."""

    packed: bytes
    policy: str

    @property
    def plain(self) -> bytes:
        """The text for who cannot unpack it."""
        return gzip.decompress(self.packed)


def _size(rendering: Rendering) -> int:
    return len(rendering.packed)


@define
class Renderings:
    """The texts that were made last, by the digests of all that they are made of."""

    most: int = MOST
    _kept: Recent[Rendering] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._kept = Recent(self.most, size=_size)

    def of(
        self,
        plate: Plate,
        stored: bytes | None,
        document: Callable[[], Mapping[str, Any]],
        form: str,
    ) -> Rendering:
        """A game's document in one of the forms.

        What it is made of is told by the bytes that are `stored` of it; one that is made anew each
        time has none, and is not kept.
        """
        if stored is None:
            return _rendering(plate, document(), form)
        rules = [plate.variant, list(plate.mods), dict(plate.data_mods), form]
        name = f"{digest_of(rules)} {hashlib.blake2b(stored).hexdigest()}"
        return self._kept.of(name, lambda: _rendering(plate, document(), form))


def _rendering(plate: Plate, document: Mapping[str, Any], form: str) -> Rendering:
    rules = partial(hz.load_variant, plate.variant, plate.mods, plate.data_mods)
    text = rendered(rules, document, form)
    policy = policy_of_document(text) if form == "html" else ""
    return Rendering(gzip.compress(text.encode(), _LEVEL, mtime=0), policy)
