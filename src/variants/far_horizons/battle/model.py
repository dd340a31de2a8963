"""The model of a battle: sides, fighters, actions, orders, and the scene with its rules.

Clauses: FH-GUN-003, FH-SG-003.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from attrs import define, field, frozen

from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Colony, Place, Sector, Ship, Species
from variants.far_horizons.wording import ship_name

MAX_AGE = 49
#: The numbers of options against a planet.
AGAINST_PLANETS = range(4, 8)


class ActionKind(enum.IntEnum):
    """Kinds of actions, by the numbers of the ENGAGE options (FH-ENGAGE-002)."""

    DEEP_SPACE = 3
    ATTACK = 4
    BOMBARDMENT = 5
    GERM_WARFARE = 6
    SIEGE = 7

    @property
    def imagined(self) -> bool:
        """Return whether its rounds are imagined: only targets count, and no hits."""
        return self > ActionKind.ATTACK


class FighterKind(enum.IntEnum):
    """The kinds of fighters: the numbers of the TARGET order (FH-TARGET-002)."""

    WARSHIP = 1
    TRANSPORT = 2
    STARBASE = 3
    COLONY = 4


class FighterState(enum.IntEnum):
    """State of a fighter; fighters in a state of `GONE` no longer take part."""

    FIGHTING = 0
    RESERVE = 1  #: under HIDE, waiting for its side to lose (FH-HIDESHIP-003)
    WITHDREW = 2
    FORCED = 3
    DESTROYED = 4
    HIJACKED = 5


#: States of fighters that are no longer there.
GONE = frozenset(
    {FighterState.WITHDREW, FighterState.FORCED, FighterState.DESTROYED, FighterState.HIJACKED}
)


class HostileAct(enum.IntEnum):
    """The hostile act of one side against another."""

    ATTACK = 1
    HIJACK = 2


@define(kw_only=True)
class WithdrawalLimits:
    """Thresholds for leaving: ages of transports and warships, fleet losses in percent.

    Defaults are the rulebook's. A transport limit of 0 means "with the fleet only", a fleet
    limit of 0 "at the first opportunity".
    """

    transports: int = 0  # FH-WITHDRAW-009
    warships: int = 100  # FH-WITHDRAW-009
    fleet: int = 100  # FH-WITHDRAW-009


@define(kw_only=True, eq=False)
class Side:
    """A species in a battle. `index` is its position in the battle's list of sides.

    `enemies` are the indexes of the sides that it fires on. `ready` means that it gave BATTLE, and
    `surprised` that it is taken by surprise, for one round. `hijacks` means that it gave HIJACK,
    which quarters its strength (FH-HIJACK-002). `disguised` means that its field distortion works
    in this battle (FH-FD-006); `name` is its name in logs. `gained` is the money for captured
    ships.
    """

    index: int
    number: int
    name: str
    military: int = 0
    life_support: int = 0
    gravitics: int = 0
    biology: int = 0
    favourite: FighterKind | None = None
    limits: WithdrawalLimits = field(factory=WithdrawalLimits)
    hijacks: bool = False
    ready: bool = True
    surprised: bool = False
    disguised: bool = False
    summary: bool = False
    enemies: dict[int, HostileAct] = field(factory=dict)
    haven: Sector = (0, 0, 0)
    gained: int = 0
    species: Species | None = None


@define(kw_only=True, eq=False)
class BattleFighter:
    """A ship, a starbase or a colony in a battle; a colony fires with its planetary defences.

    The first fields identify it, the next are computed for each action, and the last change by
    shots. `side` is an index, `orbit` the planet's number (0 is deep space), `name` the one in
    logs. `cargo` is the ship's, or the colony's stock: shots reduce it. `offense`, `defense` and
    `damage` are O, D and w of the rules, `shots` is n, `shields` L and `shield_percent` h (colonies
    begin every action with full shields). `defenses` are the planetary defence units left,
    `defenses_at_start` those at the start of the action.
    """

    side: int
    kind: FighterKind
    name: str
    tonnage: int = 0
    age: int = 0
    orbit: int = 0
    sub_light: bool = False
    disguised: bool = False
    cargo: dict[str, int] = field(factory=dict)
    ship: Ship | None = None
    colony: Colony | None = None

    offense: int = 0
    defense: int = 0
    shots: int = 0
    damage: int = 0
    age_at_start: int = 0
    defenses_at_start: int = 0

    state: FighterState = FighterState.FIGHTING
    shields: int = 0
    shield_percent: int = 100
    defenses: int = 0
    shots_left: int = 0
    surprised: bool = False
    revealed: bool = False
    destination: Sector | None = None

    @property
    def true_name(self) -> str:
        """The name without disguise."""
        return ship_name(self.ship) if self.ship is not None else self.name

    def log_name(self, place: str = "D") -> str:
        """Format its name with age and place for logs; disguised ships show less."""
        if self.kind is FighterKind.COLONY:
            return self.name
        facts = [place] if self.disguised else [f"A{max(self.age, 0)}", place]
        if self.kind is FighterKind.STARBASE:
            facts.append(f"{10_000 * self.tonnage} tons")
        return f"{self.name} ({','.join(facts)})"

    @property
    def is_ship(self) -> bool:
        """Return whether it is a ship or a starbase."""
        return self.kind is not FighterKind.COLONY

    @property
    def gone(self) -> bool:
        """Return whether it is destroyed or has left."""
        return self.state in GONE

    @property
    def can_leave(self) -> bool:
        """Return whether it can withdraw, as neither starbase nor sub-light (FH-WITHDRAW-010)."""
        return self.kind in (FighterKind.WARSHIP, FighterKind.TRANSPORT) and not self.sub_light


@frozen
class BattleStage:
    """An entry of the list of actions; planet 0 is deep space."""

    act: ActionKind
    planet: int = 0


@define(kw_only=True, eq=False)
class Action:
    """A stage of a battle with its planet, its fighters and its maximum number of rounds.

    `fighters` are in the order of the sides, within a side ships before colonies (FH-BATTLE-010).
    `number` is its position in the list of actions, from 0. `firing` are the indexes of the sides
    that fire in it, None for all.
    """

    act: ActionKind
    planet: int = 0
    number: int = 0
    fighters: list[BattleFighter] = field(factory=list)
    most_rounds: int = 1
    firing: set[int] | None = None

    def fires(self, fighter: BattleFighter) -> bool:
        """Return whether the side of a fighter fires in it."""
        return self.firing is None or fighter.side in self.firing


@define(kw_only=True, eq=False)
class SectorBattle:
    """A battle in a sector: its sides and all their fighters there.

    `begun` is set after the first round, when ships may begin to withdraw (FH-WITHDRAW-008).
    `surprising` means that the surprise is still to come.
    """

    sector: Sector
    sides: list[Side] = field(factory=list)
    fighters: list[BattleFighter] = field(factory=list)
    begun: bool = False
    surprising: bool = True

    def side_of(self, fighter: BattleFighter) -> Side:
        return self.sides[fighter.side]

    def hostile(self, shooter: BattleFighter, other: BattleFighter) -> bool:
        """Return whether a fighter fires at another (FH-ENGAGE-004)."""
        return other.side in self.sides[shooter.side].enemies


@frozen
class BattleOption:
    """An ENGAGE option with its planet, or 0."""

    number: int
    planet: int = 0


#: Defence in place, which needs no order (FH-BATTLE-005).
IN_PLACE = BattleOption(0)
DEEP_SPACE_DEFENSE = BattleOption(1)


@frozen
class DeclaredAttack:
    """An ATTACK or HIJACK of a species, by its number, or of all declared enemies (None)."""

    enmity: HostileAct
    species: int | None = None


@define(kw_only=True)
class Intent:
    """Orders of a species for a battle. `battle_ordered` is set by a BATTLE order.

    `hijacked` is set by any HIJACK order, which weakens the species until the battle ends
    (FH-HIJACK-001).
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
        """Return whether a species has people or ships in a sector (FH-BATTLE-006)."""
        return species in self.present.get(sector, ())


@define
class Scene:
    """A battle, in a game or without one.

    The `economy` values hijacked ships and numbers disguised species. `parties` are the battle's
    sides with their orders. `groups` has a number for each fighter, the same for identical ships,
    -1 for colonies; without `groups` each fighter counts by itself.
    """

    rules: BattleRules
    battle: SectorBattle
    economy: Economy = RULEBOOK_ECONOMY
    parties: list[Belligerent] = field(factory=list)
    groups: Sequence[int] | None = None


def subject_of(sector: Sector) -> tuple[str, ...]:
    """Return the subject of a battle's dice, other than those of its rounds."""
    return ("battle", str(Place(sector)))


def subject_of_rounds(sector: Sector) -> tuple[str, ...]:
    """Return the subject of the dice of a battle's rounds."""
    return (*subject_of(sector), "rounds")
