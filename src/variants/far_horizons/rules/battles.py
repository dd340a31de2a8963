"""The combat and strike phases: their orders, then battle after battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Handler, Order, Refusal
from variants.far_horizons.battle.model import (
    BattleOption,
    DeclaredAttack,
    FighterKind,
    HostileAct,
    Intent,
    PlannedBattles,
    WithdrawalLimits,
)
from variants.far_horizons.combat import game_combat
from variants.far_horizons.model import Sector, Ship, ShipLocation, Species
from variants.far_horizons.rules.contact import locations
from variants.far_horizons.rules.dispatch import carry_out, refuse_left_over, section
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name

if TYPE_CHECKING:
    from variants.far_horizons.battle.fight import GameCombat


ISSUED = EventKind(
    "battle-ordered", "A battle order was issued for sector {x} {y} {z}.", ("FH-BATTLE-001",)
)
ENGAGED = EventKind(
    "engagement-ordered", "Engagement order {option} was specified.", ("FH-ENGAGE-001",)
)
NAMED = EventKind("attack-ordered", "An order was given to {deed} SP {name}.", ("FH-ATTACK-001",))
ENEMIES_NAMED = EventKind(
    "attack-on-enemies-ordered",
    "An order was given to {deed} all declared enemies.",
    ("FH-ATTACK-002",),
)
LIMITED = EventKind(
    "withdrawal-ordered",
    "Withdrawal conditions were set to {transports} {warships} {fleet}.",
    ("FH-WITHDRAW-004",),
)
HAVEN_SET = EventKind(
    "haven-ordered", "Haven location set to sector {x} {y} {z}.", ("FH-WITHDRAW-001",)
)
TARGETED = EventKind(
    "target-ordered", "Strategic target {target} was specified.", ("FH-TARGET-002",)
)
SUMMARIZED = EventKind("summary-ordered", "Summary mode was specified.", ("FH-SUMMARY-002",))
HIDDEN = EventKind(
    "reserve-ordered",
    "{ship} will stay out of combat unless it is needed.",
    ("FH-HIDESHIP-001",),
)

#: The last engagement option allowed in a strike (FH-TURN-005), and the first that attacks.
_LAST_OF_A_STRIKE, _OFFENSIVE = 4, 3


@define
class BattleSection:
    """Orders of a species for battles; `current` is the battle that its orders refer to.

    `intents` are its orders by battle. `offensive` has the first order of each battle that requires
    a target. `named` counts targets since the last BATTLE. After a refused BATTLE the engine begins
    its list again and overwrites the old entries, and an entry that was a HIJACK remains one.
    """

    planned: PlannedBattles
    strike: bool
    current: Sector | None = None
    intents: dict[Sector, Intent] = field(factory=dict)
    offensive: dict[Sector, Order] = field(factory=dict)
    named: int = 0

    @property
    def intent(self) -> Intent:
        """The species' orders for the current battle."""
        return self.intents[self._place]

    def battle(self, context: StepContext, species: Species, order: Order) -> None:
        """BATTLE x y z; a second order for a sector continues its battle."""
        self.current, self.named = None, 0  # FH-BATTLE-002
        refuse_left_over(context, order)
        place: Sector = _passed(order, "sector")  # FH-BATTLE-001
        # FH-BATTLE-006
        if not self.planned.is_there(species, place):
            reason = "You have nothing there that could fight."
            raise OrderRefused(
                "not-at-battle", reason, ("battles are only where you have ships or planets")
            )
        self.current = place
        # FH-BATTLE-003
        intents = self.planned.battles.setdefault(place, {})
        intent = intents.setdefault(species.number, Intent(species=species))
        self.intents.setdefault(place, intent)
        self.named = len(intent.named)
        _notify_of_sector(context, species, ISSUED, place)

    def attack(self, context: StepContext, species: Species, order: Order) -> None:
        """ATTACK and HIJACK: 0, a species, or SP and its number."""
        # FH-HIJACK-001
        enmity = HostileAct.HIJACK if order.keyword == "HIJACK" else HostileAct.ATTACK
        deed = order.keyword.lower()
        if "number" in order.arguments:  # FH-ATTACK-002
            self.name(DeclaredAttack(enmity))
            context.notify(species, ENEMIES_NAMED, deed=deed)
            return
        other, label = self._victim(context, order)
        self.name(DeclaredAttack(enmity, other.number))
        context.notify(species, NAMED, deed=deed, name=label)

    def _victim(self, context: StepContext, order: Order) -> tuple[Species, str]:
        """Return the species that an order names, and its label: a name or a number."""
        if "species" in order.arguments:
            other: Species = order["species"]  # FH-ATTACK-001
            return other, other.name
        bearer: Species = _passed(order, "distortion")  # FH-ATTACK-007
        return bearer, str(context.economy.distortion_number(bearer))

    def name(self, naming: DeclaredAttack) -> None:
        """Add a target; an absent one does not count in the list (FH-ATTACK-001)."""
        present = {species.number for species in self.present()}
        if naming.species is None or naming.species in present:
            self.enlist(naming)
        else:
            self.intent.hijacked |= naming.enmity is HostileAct.HIJACK
            self.intent.named.append(naming)

    def enlist(self, naming: DeclaredAttack) -> None:
        """Put a target in the next place of the list."""
        intent, place = self.intent, slice(self.named, self.named + 1)
        intent.hijacked |= naming.enmity is HostileAct.HIJACK
        if any(previous.enmity is HostileAct.HIJACK for previous in intent.named[place]):
            naming = DeclaredAttack(HostileAct.HIJACK, naming.species)
        intent.named[place] = [naming]
        self.named += 1

    def present(self) -> Sequence[Species]:
        """Return the species with people or ships at the current battle; empty before a BATTLE."""
        return self.planned.present.get(self.current, ()) if self.current else ()

    @property
    def _place(self) -> Sector:
        assert self.current is not None  # noqa: S101 - a check ensures it
        return self.current

    def engage(self, context: StepContext, species: Species, order: Order) -> None:
        """ENGAGE n [p]; all of them apply (FH-ENGAGE-013).

        (FH-ENGAGE-001, FH-ENGAGE-002, FH-STRIKE-002)
        """
        number: int = order["option"]
        if self.strike and number > _LAST_OF_A_STRIKE:
            reason = "Invalid ENGAGE option for the strike phase."
            hint = "bombardment, germ warfare and siege are for the COMBAT section of the next turn"
            raise OrderRefused("combat-only", reason, hint, "option")
        planet: int = order.get("planet", 0)
        options = self.intent.options
        options.append(BattleOption(number, planet))
        if number >= _OFFENSIVE:
            self.offensive.setdefault(self._place, order)
        context.notify(species, ENGAGED, option=f"{number} {planet}" if planet else str(number))

    def haven(self, context: StepContext, species: Species, order: Order) -> None:
        """HAVEN x y z (FH-WITHDRAW-001)."""
        place: Sector = _passed(order, "sector")
        self.intent.haven = place
        _notify_of_sector(context, species, HAVEN_SET, place)

    def hide(self, context: StepContext, species: Species, order: Order) -> None:
        """HIDE ship (FH-HIDESHIP-001, FH-HIDESHIP-002)."""
        ship: Ship = order["ship"]
        if ship.where != ShipLocation.LANDED:
            raise OrderRefused("not-landed", "Only landed ships may HIDE.", "land it first", "ship")
        self.planned.reserves.add(id(ship))
        context.notify(species, HIDDEN, ship=ship_name(ship))

    def summary(self, context: StepContext, species: Species, order: Order) -> None:  # noqa: ARG002
        """SUMMARY; words after it are not read (FH-SUMMARY-002, FH-CMD-015)."""
        self.intent.summary = True
        context.notify(species, SUMMARIZED)

    def target(self, context: StepContext, species: Species, order: Order) -> None:
        """TARGET n; the last one counts (FH-TARGET-002, FH-TARGET-003)."""
        target: int = order["target"]
        self.intent.favourite = FighterKind(target)
        context.notify(species, TARGETED, target=target)

    def withdraw(self, context: StepContext, species: Species, order: Order) -> None:
        """WITHDRAW a b c (FH-WITHDRAW-004)."""
        limits = {name: order[name] for name in ("transports", "warships", "fleet")}
        self.intent.limits = WithdrawalLimits(**limits)
        context.notify(species, LIMITED, **limits)


def _notify_of_sector(
    context: StepContext, species: Species, kind: EventKind, sector: Sector
) -> None:
    x, y, z = sector
    context.notify(species, kind, x=x, y=y, z=z)


def bearer(context: StepContext, order: Order, argument: str, among: Sequence[Species]) -> Species:
    """Return the first species with an argument's field-distortion number (FH-ATTACK-007)."""
    empires = context.game.empires
    for other in empires:
        if other in among and context.economy.distortion_number(other) == order[argument]:
            return other
    reason = f"Invalid species name in {order.keyword} command."
    hint = "no species shows itself there under this number"
    raise OrderRefused("unknown-number", reason, hint, argument)


def _passed(order: Order, argument: str) -> Any:
    """Return a sector, or the species with a number, unless its lookup was refused."""
    value = order[argument]
    if isinstance(value, OrderRefused):
        raise value
    return value


def battle_named(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse orders for a battle without a BATTLE order before them (FH-BATTLE-002)."""
    if order.phase == "production" or context.shared.current is not None:
        return None
    reason = "No battle was named before this order."
    return Refusal("no-battle", reason, "begin with BATTLE x y z")


def haven_elsewhere(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse a haven at the place of the battle (FH-WITHDRAW-001)."""
    if order["sector"] != context.shared.current:
        return None
    reason = "Ships cannot withdraw to where the battle is."
    return Refusal("haven-at-battle", reason, "name another sector", "sector")


def zero_for_enemies(_context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse a bare number other than 0, which means all declared enemies (FH-ATTACK-002)."""
    if not order.get("number"):
        return None
    reason = f"Invalid species name in {order.keyword} command."
    hint = "write 0 for all declared enemies, or SP and the number of a disguised species"
    return Refusal("not-zero", reason, hint, "number")


#: A command of the battle sections: a method of the section.
BattleHandler: TypeAlias = Callable[[BattleSection, StepContext, Species, Order], None]


def for_battle(handler: BattleHandler) -> Handler:
    """Return the handler of a command of the battle sections."""
    return lambda context, species, order: handler(context.shared, context, species, order)


def combat(context: StepContext) -> None:
    """Run the combat phase, the first of a turn (FH-STRIKE-001)."""
    _run(context, "COMBAT", strike=False)


def strikes(context: StepContext) -> None:
    """Run the strike phase, the last of a turn (FH-STRIKE-001)."""
    _run(context, "STRIKES", strike=True)


def _run(context: StepContext, name: str, *, strike: bool) -> None:
    """Read a section of all species, and fight its battles."""
    combat = game_combat(context.combat)
    planned = PlannedBattles(present=locations(context.game.empires))
    if not strike and combat.rules.combat_ends_sieges:
        _lift_sieges(context)
    for species in context.game.empires:
        section_read = section(context, species, name)
        if section_read is not None:
            orders = BattleSection(planned, strike)
            context.shared = orders
            carry_out(context, species, section_read)
            _warn(context, species, planned, orders)
    if planned.battles:
        _fight(context, combat, planned)


def _fight(context: StepContext, combat: GameCombat, planned: PlannedBattles) -> None:
    """Fight battle after battle; the modules for it are imported only in turns with battles."""
    from variants.far_horizons.battle.aftermath import Betrayals
    from variants.far_horizons.battle.conduct import conduct

    betrayals = Betrayals(combat.rules)
    for sector in planned.battles:
        conduct(context, combat, planned, sector, betrayals)
    betrayals.declare(context)


def _lift_sieges(context: StepContext) -> None:
    """End all sieges when the combat phase begins (FH-SIEGE-027)."""
    for species in context.game.empires:
        for colony in species.living_colonies():
            colony.siege = 0


def _warn(
    context: StepContext, species: Species, planned: PlannedBattles, orders: BattleSection
) -> None:
    """Warn players of offensive options without a target (FH-ENGAGE-014)."""
    for sector, order in orders.offensive.items():
        if not planned.battles[sector][species.number].named:
            context.note(
                species,
                order,
                "no-attack-target",
                "this attacks nobody, because no ATTACK or HIJACK names an enemy",
                hint="add ATTACK SP name, or ATTACK 0 for all declared enemies",
            )
