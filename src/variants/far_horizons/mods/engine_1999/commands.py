"""What the engine of 1999 does otherwise in single orders: their checks, and what carries them out.

Each function changes commands of the rulebook by the hooks that every mod has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from attrs import evolve

from horizons_core.orders import Check, Command, Handler, Order, Refusal
from variants.far_horizons.model import Ship, Species
from variants.far_horizons.rules.battle_orders import BattleSection
from variants.far_horizons.rules.jump_orders import IN_TRANSIT
from variants.far_horizons.rules.transit import release_ship
from variants.far_horizons.step_context import Refused, StepContext

#: Commands by their keywords, to be changed.
Commands: TypeAlias = dict[str, Command]

_MOST_NAMES, _MOST_OPTIONS = 50, 19


def _without(commands: Commands, check: str) -> None:
    """Leave a check out, wherever it is asked."""
    for keyword, command in commands.items():
        if check in command.checks:
            others = {name: one for name, one in command.checks.items() if name != check}
            commands[keyword] = evolve(command, checks=others)


def _with(commands: Commands, keyword: str, name: str, check: Check) -> None:
    """Ask one more thing before a command is carried out."""
    command = commands[keyword]
    commands[keyword] = evolve(command, checks={**command.checks, name: check})


def _around(commands: Commands, keyword: str, wrapper: Callable[[Handler], Handler]) -> None:
    """Carry a command out by what a wrapper makes of its handler."""
    command = commands[keyword]
    assert command.run is not None  # noqa: S101 - all commands of the rulebook have one
    commands[keyword] = evolve(command, run=wrapper(command.run))


# what is not asked


def writing_to_strangers(commands: Commands) -> None:
    """MESSAGE needs no contact (FH-MSG-001)."""
    _without(commands, "species_met")


def landing_saves_salvage(commands: Commands) -> None:
    """A ship on a disbanded planet may LAND on another (FH-DISBAND-004)."""
    _without(commands, "not_salvage")


def mining_colonies_obey(commands: Commands) -> None:
    """A mining colony is refused no order as such (FH-HIDE-004)."""
    _without(commands, "no_mining_colony")


def unasked_terraforming(commands: Commands) -> None:
    """TERRAFORM works on planets without population, and other inhabitants are not asked.

    (FH-TERRA-004, FH-TERRA-010)
    """
    _without(commands, "consent")


def continues_anywhere(commands: Commands) -> None:
    """CONTINUE, ICONTINUE: anywhere will do (FH-SHIP-009, FH-BAS-010, FH-IBUILD-006)."""
    _without(commands, "at_planet")


# what is asked besides


def fifty_names(commands: Commands) -> None:
    """A species gives at most 50 names in a step (FH-NAME-007)."""

    def check(context: StepContext, species: Species, _order: Order) -> Refusal | None:
        if context.tally[species.id, "names"] < _MOST_NAMES:
            return None
        reason = f"No more than {_MOST_NAMES} planets may be named at a time."
        return Refusal("too-many-names", reason, "name the others later")

    def wrapper(run: Handler) -> Handler:
        def name(context: StepContext, species: Species, order: Order) -> None:
            run(context, species, order)
            context.tally[species.id, "names"] += 1

        return name

    _with(commands, "NAME", "fifty_names", check)
    _around(commands, "NAME", wrapper)


def nineteen_options(commands: Commands) -> None:
    """At most 19 ENGAGE orders are taken for a battle (FH-ENGAGE-013)."""

    def check(context: StepContext, species: Species, _order: Order) -> Refusal | None:
        section: BattleSection = context.shared
        if len(section.intent(species).options) <= _MOST_OPTIONS:
            return None
        reason = "Too many ENGAGE orders were given for this battle."
        return Refusal("too-many-options", reason, f"{_MOST_OPTIONS} are taken")

    _with(commands, "ENGAGE", "nineteen_options", check)


def starbases_stay_small(commands: Commands) -> None:
    """A starbase in the deep space of a star system is not enlarged by BASE (FH-SU-005)."""

    def check(context: StepContext, species: Species, order: Order) -> Refusal | None:
        found = context.names.ship(species, order["starbase"]) if order["starbase"] else None
        if found is None or not found.thing.starbase or found.thing.place.orbit:
            return None
        if context.star(found.thing.place.sector) is None:
            return None
        reason = "A starbase in the deep space of a star system cannot be enlarged!"
        return Refusal("deep-space", reason)

    _with(commands, "BASE", "starbases_stay_small", check)


# what is done otherwise


def enemy_of_itself(commands: Commands) -> None:
    """ENEMY with a number lists the species itself (no clause)."""

    def wrapper(run: Handler) -> Handler:
        def enemy(context: StepContext, species: Species, order: Order) -> None:
            run(context, species, order)
            if "number" in order.arguments:
                species.enemies[:] = [one.id for one in context.game.empires]

        return enemy

    _around(commands, "ENEMY", wrapper)


def earlier_battle_goes_on(commands: Commands) -> None:
    """After a refused BATTLE, orders are for the battle before it (FH-BATTLE-002)."""

    def wrapper(run: Handler) -> Handler:
        def battle(context: StepContext, species: Species, order: Order) -> None:
            section: BattleSection = context.shared
            before = section.current
            try:
                run(context, species, order)
            except Refused:
                section.current = before
                raise

        return battle

    _around(commands, "BATTLE", wrapper)


def withdrawals_on_order(commands: Commands) -> None:
    """A jump order for a ship that withdrew or was forced away sends it to where it goes at once.

    By the rulebook it goes after the species' other orders (FH-WITHDRAW-011, FH-FM-008).
    """

    def wrapper(run: Handler) -> Handler:
        def jump(context: StepContext, species: Species, order: Order) -> None:
            ship: Ship = order["ship"]
            if ship.where in IN_TRANSIT:
                release_ship(context, species, ship)
            else:
                run(context, species, order)

        return jump

    for keyword in ("JUMP", "PJUMP"):
        _around(commands, keyword, wrapper)


#: By their names, all changes.
CHANGES: Mapping[str, Callable[[Commands], None]] = {
    change.__name__: change
    for change in (
        writing_to_strangers,
        landing_saves_salvage,
        mining_colonies_obey,
        unasked_terraforming,
        continues_anywhere,
        fifty_names,
        nineteen_options,
        starbases_stay_small,
        enemy_of_itself,
        earlier_battle_goes_on,
        withdrawals_on_order,
    )
}


def as_in_1999(
    commands: Iterable[Command], changes: Iterable[str] = tuple(CHANGES)
) -> tuple[Command, ...]:
    """The commands with all changes, or with those of these names."""
    changed = {command.keyword: command for command in commands}
    for name in changes:
        CHANGES[name](changed)
    return tuple(changed.values())
