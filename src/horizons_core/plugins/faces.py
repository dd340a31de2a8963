"""The look of a game: its motif and colours, on pages whose design all games share."""

from __future__ import annotations

import re

from attrs import frozen

from horizons_core.errors import OptionError, did_you_mean

#: Motifs that pages can draw.
MOTIFS = ("orbits", "hexes", "stars", "lanes", "warp_points", "planets")
_COLOUR = re.compile("#[0-9a-f]{6}")


@frozen
class Face:
    """The look of a game.

    Attributes:
        motif: one of `MOTIFS`, drawn next to the game's name.
        light: its colour on light pages, as in `#0a5a87`; text in this colour must be legible.
        dark: its colour on dark pages.
    """

    motif: str = "orbits"
    light: str = "#0a5a87"
    dark: str = "#7cc0ee"

    def __attrs_post_init__(self) -> None:
        if self.motif not in MOTIFS:
            raise OptionError(
                f"no motif '{self.motif}' of a face", did_you_mean(self.motif, MOTIFS)
            )
        for colour in (self.light, self.dark):
            if not _COLOUR.fullmatch(colour):
                raise OptionError(
                    f"'{colour}' is not a colour for a face", "write six digits, as in #0a5a87"
                )
