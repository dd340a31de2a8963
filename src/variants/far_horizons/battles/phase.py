"""The two phases of combat: orders of all species first, then battle after battle."""

from __future__ import annotations

from variants.far_horizons.battles import conduct
from variants.far_horizons.battles.aftermath import Enmities
from variants.far_horizons.battles.intents import Muster
from variants.far_horizons.battles.reading import Reader
from variants.far_horizons.desk import Desk
from variants.far_horizons.housekeeping.meetings import locations
from variants.far_horizons.phases.carrying_out import carry_out, section


def run(desk: Desk, name: str, titles: tuple[str, str], *, strike: bool) -> None:
    """Read a section of all species and fight the battles that were named in it."""
    muster = Muster(present=locations(desk.game.empires))
    for species in desk.game.empires:
        given = section(desk, species, name)
        if given is not None:
            desk.title(species, titles[0])
            carry_out(desk, species, given, Reader(muster, strike).handlers())
    enmities = Enmities()
    for sector in muster.battles:
        conduct.conduct(desk, muster, sector, enmities, titles[1])
    enmities.declare(desk)
