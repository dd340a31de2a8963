"""The orders of the combat and strike sections, read before the first battle is fought."""

from __future__ import annotations

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from variants.far_horizons.battle.intents import Intent, Muster, Naming, Option
from variants.far_horizons.battle.model import Enmity, Kind, Limits
from variants.far_horizons.model import Sector, Species, Where
from variants.far_horizons.orders.names import find_ship, find_species, ship_hint, species_hint
from variants.far_horizons.orders.places import numbers_of
from variants.far_horizons.orders.words import Words
from variants.far_horizons.step_context import Refused, StepContext
from variants.far_horizons.wording import ship_name

ISSUED = EventKind(
    "battle-ordered", "  A battle order was issued for sector {x} {y} {z}.", ("FH-BATTLE-001",)
)
ENGAGED = EventKind(
    "engagement-ordered", "    Engagement order {option} was specified.", ("FH-ENGAGE-001",)
)
NAMED = EventKind(
    "attack-ordered", "    An order was given to {deed} SP {name}.", ("FH-ATTACK-001",)
)
ENEMIES_NAMED = EventKind(
    "attack-on-enemies-ordered",
    "    An order was given to {deed} all declared enemies.",
    ("FH-ATTACK-002",),
)
LIMITED = EventKind(
    "withdrawal-ordered",
    "    Withdrawal conditions were set to {transports} {warships} {fleet}.",
    ("FH-WITHDRAW-004",),
)
HAVEN_SET = EventKind(
    "haven-ordered", "    Haven location set to sector {x} {y} {z}.", ("FH-WITHDRAW-001",)
)
TARGETED = EventKind(
    "target-ordered", "    Strategic target {target} was specified.", ("FH-TARGET-002",)
)
SUMMARIZED = EventKind("summary-ordered", "    Summary mode was specified.", ("FH-SUMMARY-002",))
HIDDEN = EventKind(
    "reserve-ordered",
    "    {ship} will stay out of combat unless it is needed.",
    ("FH-HIDESHIP-001",),
)

#: Engagement options that are for a planet, and those that a strike cannot be (FH-TURN-005).
_AT_A_PLANET = {2, 4, 5, 6, 7}
_LAST_OPTION, _LAST_OF_A_STRIKE = 7, 4
_LAST_TARGET = 4
_MOST_PLANETS = 9
_OFFENSIVE = 3
#: The engine has room for so many options a battle (FH-ENGAGE-013).
_MOST_OPTIONS = 19


@define
class Reader:
    """Reads one species' section; `current` is the battle that orders are for.

    `offensive` has the first order of each battle that needs somebody to attack. `named` counts
    those named since the last BATTLE: after a refused one the engine's list begins anew, over the
    old one.
    """

    muster: Muster
    strike: bool
    current: Sector | None = None
    offensive: dict[Sector, Order] = field(factory=dict)
    named: int = 0

    def intent(self, species: Species) -> Intent:
        """What the species orders for the current battle."""
        assert self.current is not None  # noqa: S101 - a check sees to it
        return self.muster.battles[self.current][species.number]

    def battle(self, context: StepContext, species: Species, order: Order, words: Words) -> None:
        """BATTLE x y z; a second one for a sector opens it again.

        (FH-BATTLE-001, FH-BATTLE-002, FH-BATTLE-003, FH-BATTLE-006)
        """
        keep = context.habits.earlier_battle_goes_on
        self.current, self.named = self.current if keep else None, 0
        place = _sector(words, order.keyword, exact=not context.habits.surplus_numbers)
        if not self.muster.is_there(species, place):
            reason = "You have nothing there that could fight."
            raise Refused("not-at-battle", reason, "a battle is fought where you are")
        self.current = place
        here = self.muster.battles.setdefault(place, {})
        intent = here.setdefault(species.number, Intent(species=species))
        self.named = len(intent.named)
        _tell_sector(context, species, ISSUED, place)

    def attack(self, context: StepContext, species: Species, order: Order, words: Words) -> None:
        """ATTACK and HIJACK: 0, a species, or its number.

        (FH-ATTACK-001, FH-ATTACK-002, FH-ATTACK-007)
        """
        enmity = Enmity.HIJACK if order.keyword == "HIJACK" else Enmity.ATTACK
        deed, start = order.keyword.lower(), words.skip()
        marked = words.class_word("species") is not None
        number = words.number()
        if number == 0 and not (marked and not context.habits.plain_distortion_numbers):
            self._name(species, Naming(enmity))
            context.tell(species, ENEMIES_NAMED, deed=deed)
            return
        if number is not None:
            other = self._bearer(context, number, order, words, marked=marked)
            shown = str(number)
        else:
            words.put_back(start)
            other = _species(context, species, order, words)
            shown = other.name
        self._name(species, Naming(enmity, other.number))
        context.tell(species, NAMED, deed=deed, name=shown)

    def _name(self, species: Species, naming: Naming) -> None:
        intent = self.intent(species)
        intent.named[self.named : self.named + 1] = [naming]
        intent.hijacked |= naming.enmity is Enmity.HIJACK
        self.named += 1

    def _bearer(
        self, context: StepContext, number: int, order: Order, words: Words, *, marked: bool
    ) -> Species:
        """The species behind a field-distortion number (FH-ATTACK-007)."""
        habits = context.habits
        everybody: list[Species] = context.game.empires
        if not marked and not habits.plain_distortion_numbers:
            hint = "write 0 for all declared enemies, or SP and the number of a disguised species"
            raise Refused("not-zero", _unknown(order), hint, words.piece)
        for other in everybody:
            if context.economy.distortion_number(other) == number and (
                habits.numbers_across_game or self.muster.is_there(other, self._place)
            ):
                return other
        hint = "no species shows itself there under this number"
        raise Refused("unknown-number", _unknown(order), hint, words.piece)

    @property
    def _place(self) -> Sector:
        assert self.current is not None  # noqa: S101 - a check sees to it
        return self.current

    def engage(self, context: StepContext, species: Species, order: Order, words: Words) -> None:
        """ENGAGE n [p] (FH-ENGAGE-001, FH-ENGAGE-002, FH-STRIKE-002)."""
        number = _between(words, order, 0, _LAST_OPTION)
        if self.strike and number > _LAST_OF_A_STRIKE:
            reason = "Invalid ENGAGE option for the strike phase."
            hint = "bombardment, germ warfare and siege are for the COMBAT section of the next turn"
            raise Refused("not-in-strike", reason, hint, words.piece)
        planet = 0
        if number in _AT_A_PLANET:
            planet = _between(words, order, 1, _MOST_PLANETS, "the number of a planet")
        options = self.intent(species).options
        if context.habits.nineteen_options and len(options) > _MOST_OPTIONS:
            reason = "Too many ENGAGE orders were given for this battle."
            raise Refused("too-many-options", reason, f"{_MOST_OPTIONS} are taken", words.rest)
        options.append(Option(number, planet))
        if number >= _OFFENSIVE:
            self.offensive.setdefault(self._place, order)
        context.tell(species, ENGAGED, option=f"{number} {planet}" if planet else str(number))

    def haven(self, context: StepContext, species: Species, order: Order, words: Words) -> None:
        """HAVEN x y z (FH-WITHDRAW-001)."""
        place = _sector(words, order.keyword, exact=not context.habits.surplus_numbers)
        if place == self.current and not context.habits.stuck_at_haven:
            reason = "Ships cannot withdraw to where the battle is."
            raise Refused("haven-at-battle", reason, "name another sector", words.piece)
        self.intent(species).haven = place
        _tell_sector(context, species, HAVEN_SET, place)

    def hide(self, context: StepContext, species: Species, order: Order, words: Words) -> None:  # noqa: ARG002
        """HIDE ship (FH-HIDESHIP-001, FH-HIDESHIP-002)."""
        found = find_ship(species, words)
        if found is None:
            reason = "Invalid ship name in HIDE command."
            raise Refused("unknown-ship", reason, ship_hint(species, words), words.rest)
        if found.thing.where != Where.LANDED:
            raise Refused("not-landed", "Only landed ships may HIDE.", "land it first", found.piece)
        self.muster.reserves.add(id(found.thing))
        context.tell(species, HIDDEN, ship=ship_name(found.thing))

    def summary(self, context: StepContext, species: Species, order: Order, words: Words) -> None:  # noqa: ARG002
        """SUMMARY; words behind it are not read (FH-SUMMARY-002, FH-CMD-015)."""
        self.intent(species).summary = True
        context.tell(species, SUMMARIZED)

    def target(self, context: StepContext, species: Species, order: Order, words: Words) -> None:
        """TARGET n; the last one counts (FH-TARGET-002, FH-TARGET-003)."""
        number = _between(words, order, 1, _LAST_TARGET)
        self.intent(species).favourite = Kind(number)
        context.tell(species, TARGETED, target=number)

    def withdraw(self, context: StepContext, species: Species, order: Order, words: Words) -> None:
        """WITHDRAW a b c (FH-WITHDRAW-004)."""
        intent = self.intent(species)
        old = intent.limits
        limits = Limits(transports=old.transports, warships=old.warships, fleet=old.fleet)
        if context.habits.piecemeal_withdrawals:
            limits = intent.limits
        limits.transports = _between(words, order, 0, 100, "the limit for transports")
        limits.warships = _between(words, order, 0, 100, "the limit for warships")
        limits.fleet = _between(words, order, 0, 100, "the limit for the fleet")
        intent.limits = limits
        context.tell(
            species,
            LIMITED,
            transports=limits.transports,
            warships=limits.warships,
            fleet=limits.fleet,
        )


def _tell_sector(context: StepContext, species: Species, kind: EventKind, sector: Sector) -> None:
    x, y, z = sector
    context.tell(species, kind, x=x, y=y, z=z)


def _sector(words: Words, keyword: str, *, exact: bool) -> Sector:
    numbers = numbers_of(words, 3)
    reason = f"Invalid coordinates in {keyword} command."
    if len(numbers) < 3:
        raise Refused("no-sector", reason, "three numbers are needed: x y z", words.rest)
    if exact and not words.ended:
        hint = "three numbers are enough: planets are named by ENGAGE"
        raise Refused("too-many-words", reason, hint, words.rest)
    x, y, z = numbers
    if exact and min(numbers) < 0:
        raise Refused("no-sector", reason, "coordinates are 0 or more", words.piece)
    return (x, y, z)


def _species(context: StepContext, species: Species, order: Order, words: Words) -> Species:
    found = find_species(context.game, words)
    if found is None:
        hint = species_hint(context.game, species, words)
        raise Refused("unknown-species", _unknown(order), hint, words.rest)
    return found.thing


def _unknown(order: Order) -> str:
    return f"Invalid species name in {order.keyword} command."


def _between(words: Words, order: Order, least: int, most: int, what: str = "a number") -> int:
    number = words.number()
    if number is None or not least <= number <= most:
        reason = f"Invalid or missing number in {order.keyword} command."
        hint = f"{what} from {least} to {most} is needed"
        raise Refused("bad-number", reason, hint, words.piece if number is not None else words.rest)
    return number


def battle_named(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Orders for a battle stand below its BATTLE order (FH-BATTLE-002)."""
    if order.phase == "production" or context.shared.current is not None:
        return None
    reason = "No battle was named before this order."
    return Refusal("no-battle", reason, "begin with BATTLE x y z")
