"""Orders of the species for battles: options, targets and limits."""

from __future__ import annotations

from attrs import define, field, frozen

from variants.far_horizons.battle.model import FighterKind, HostileAct, Side, WithdrawalLimits
from variants.far_horizons.model import Sector, Species


@frozen
class BattleOption:
    """An ENGAGE option with its planet, or 0."""

    number: int
    planet: int = 0


#: Defence in place, which needs no order (FH-BATTLE-005).
IN_PLACE = BattleOption(0)
DEEP_SPACE_DEFENSE = BattleOption(1)
#: The numbers of options against a planet.
AGAINST_PLANETS = range(4, 8)


@frozen
class DeclaredAttack:
    """An ATTACK or HIJACK of a species, by its number, or of all declared enemies (None)."""

    enmity: HostileAct
    species: int | None = None


@define(kw_only=True)
class Intent:
    """Orders of a species for a battle. `battle_ordered` is set by a BATTLE order.

    `hijacked` is set by any HIJACK order, which weakens the species to the end (FH-HIJACK-001).
    """

    species: Species
    options: list[BattleOption] = field(factory=lambda: [IN_PLACE])
    named: list[DeclaredAttack] = field(factory=list)
    favourite: FighterKind | None = None
    limits: WithdrawalLimits = field(factory=WithdrawalLimits)
    haven: Sector | None = None
    summary: bool = False
    battle_ordered: bool = True
    hijacked: bool = False

    @property
    def hijacks(self) -> bool:
        return self.hijacked or any(naming.enmity is HostileAct.HIJACK for naming in self.named)

    def has(self, number: int, planet: int = 0) -> bool:
        return BattleOption(number, planet) in self.options


@define
class Belligerent:
    """A side of a battle with the orders of its species."""

    side: Side
    intent: Intent


@define
class PlannedBattles:
    """All battles of a phase in the order of their first mention, and the ships under HIDE.

    `reserves` are identities of ships, `present` the species in each sector. `repeats` are further
    entries of species that a house rule lists twice in a battle.
    """

    battles: dict[Sector, dict[int, Intent]] = field(factory=dict)
    repeats: dict[Sector, list[Intent]] = field(factory=dict)
    reserves: set[int] = field(factory=set)
    present: dict[Sector, list[Species]] = field(factory=dict)

    def entries(self, sector: Sector) -> list[Intent]:
        """Return the orders for a battle, in the order of the species."""
        intents = [*self.battles[sector].values(), *self.repeats.get(sector, ())]
        return sorted(intents, key=lambda intent: intent.species.number)

    def is_there(self, species: Species, sector: Sector) -> bool:
        """Tell whether a species has people or ships in a sector (FH-BATTLE-006)."""
        return species in self.present.get(sector, ())
