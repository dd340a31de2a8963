"""The two phases of combat: orders of all species first, then battle after battle."""

from __future__ import annotations

from typing import cast

from variants.far_horizons.battle import conduct
from variants.far_horizons.battle.aftermath import Enmities
from variants.far_horizons.battle.fight import Combat
from variants.far_horizons.battle.intents import Muster
from variants.far_horizons.battle.reading import Reader
from variants.far_horizons.model import Species
from variants.far_horizons.rules.contact import locations
from variants.far_horizons.rules.dispatch import carry_out, section
from variants.far_horizons.step_context import Desk


def run(desk: Desk, name: str, titles: tuple[str, str], *, strike: bool) -> None:
    """Read a section of all species and fight the battles that were named in it."""
    combat = cast(Combat, desk.combat)
    muster = Muster(present=locations(desk.game.empires))
    if not strike and combat.rules.combat_ends_sieges:
        _lift_sieges(desk)
    for species in desk.game.empires:
        given = section(desk, species, name)
        if given is not None:
            desk.title(species, titles[0])
            reader = Reader(muster, strike)
            desk.shared = reader
            carry_out(desk, species, given)
            _warn(desk, species, muster, reader)
    enmities = Enmities(combat.rules)
    for sector in muster.battles:
        conduct.conduct(desk, combat, muster, sector, enmities, titles[1])
    enmities.declare(desk)


def _lift_sieges(desk: Desk) -> None:
    """All sieges end when the combat phase begins (FH-SIEGE-027)."""
    for species in desk.game.empires:
        for colony in species.living_colonies():
            colony.siege = 0


def _warn(desk: Desk, species: Species, muster: Muster, reader: Reader) -> None:
    """Tell the player of offensive options without anybody to attack (FH-ENGAGE-014)."""
    for sector, order in reader.offensive.items():
        if not muster.battles[sector][species.number].named:
            desk.note(
                species,
                order,
                "attacks-nobody",
                "this attacks nobody, because no ATTACK or HIJACK names an enemy",
                hint="add ATTACK SP name, or ATTACK 0 for all declared enemies",
            )
