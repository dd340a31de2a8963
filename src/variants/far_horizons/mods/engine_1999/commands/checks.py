"""Checks that the engine leaves out before an order is carried out, and those it adds."""

from __future__ import annotations

from horizons_core.orders import Handler, Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.mods.engine_1999.commands.changes import (
    Commands,
    add_check,
    remove_check,
    wrap_run,
)
from variants.far_horizons.rules.battles import BattleSection
from variants.far_horizons.step_context import StepContext

_MAX_NAMES, _MAX_OPTIONS = 50, 19


# checks left out


def ignore_extra_words(commands: Commands) -> None:
    """Words after an order are ignored (FH-ORDER-022, FH-CMD-015)."""
    remove_check(commands, "nothing_left_over")


def message_unmet_species(commands: Commands) -> None:
    """MESSAGE needs no contact (FH-MSG-001)."""
    remove_check(commands, "species_met")


def landing_saves_salvage(commands: Commands) -> None:
    """A ship on a disbanded planet may LAND on another (FH-DISBAND-004)."""
    remove_check(commands, "not_salvage")


def mining_colonies_obey(commands: Commands) -> None:
    """No order is refused because a colony is a mining colony (FH-HIDE-004)."""
    remove_check(commands, "no_mining_colony")


def terraform_without_consent(commands: Commands) -> None:
    """TERRAFORM needs no population and no consent of others (FH-TERRA-004, FH-TERRA-010)."""
    remove_check(commands, "consent")


def terraform_at_any_level(commands: Commands) -> None:
    """TERRAFORM works at any Biology (FH-TERRA-012)."""
    remove_check(commands, "knows_how")


def develop_lost_colonies(commands: Commands) -> None:
    """DEVELOP supplies a colony that was assimilated this turn (FH-ASSIM-005)."""
    remove_check(commands, "not_assimilated")


def continue_anywhere(commands: Commands) -> None:
    """CONTINUE, ICONTINUE work anywhere (FH-SHIP-009, FH-BAS-010, FH-IBUILD-006)."""
    remove_check(commands, "at_planet")


def transfer_to_any_planet(commands: Commands) -> None:
    """A post-arrival TRANSFER may go to the species' empty planets (FH-TRAN-001, FH-SIEGE-025)."""
    remove_check(commands, "destination_populated")


def transfer_to_source(commands: Commands) -> None:
    """TRANSFER may have the same place as source and destination (FH-TRAN-002)."""
    remove_check(commands, "two_places")


def havens_at_battles(commands: Commands) -> None:
    """HAVEN may name the sector of the battle (FH-WITHDRAW-001)."""
    remove_check(commands, "haven_elsewhere")


def allow_leading_digits(commands: Commands) -> None:
    """Names may begin with a digit (FH-CMD-003)."""
    remove_check(commands, "no_digit_first")


def continue_by_name(commands: Commands) -> None:
    """BUILD continues an unfinished ship of this name, whatever its class (FH-SHIP-010)."""
    remove_check(commands, "same_class")


def remote_portals(commands: Commands) -> None:
    """One of the species' starbases is a portal for ships anywhere (FH-JP-004)."""
    remove_check(commands, "portal_here")


# checks added


def limit_names(commands: Commands) -> None:
    """A species gives at most 50 names in a step (FH-NAME-007)."""

    def check(context: StepContext, species: Species, _order: Order) -> Refusal | None:
        if context.tally[species.id, "names"] < _MAX_NAMES:
            return None
        reason = f"No more than {_MAX_NAMES} planets may be named at a time."
        return Refusal("too-many-names", reason, "name the others later")

    def wrapper(run: Handler) -> Handler:
        def name(context: StepContext, species: Species, order: Order) -> None:
            run(context, species, order)
            context.tally[species.id, "names"] += 1

        return name

    add_check(commands, "NAME", "limit_names", check)
    wrap_run(commands, "NAME", wrapper)


def limit_engage_options(commands: Commands) -> None:
    """At most 19 ENGAGE orders are accepted for a battle (FH-ENGAGE-013)."""

    def check(context: StepContext, _species: Species, _order: Order) -> Refusal | None:
        section: BattleSection = context.shared
        if len(section.intent.options) <= _MAX_OPTIONS:
            return None
        reason = "Too many ENGAGE orders were given for this battle."
        return Refusal("too-many-options", reason, f"{_MAX_OPTIONS} are taken")

    add_check(commands, "ENGAGE", "limit_engage_options", check)


def limit_deep_space_starbases(commands: Commands) -> None:
    """A starbase in the deep space of a star system is not enlarged by BASE (FH-SU-005)."""

    def check(context: StepContext, species: Species, order: Order) -> Refusal | None:
        match = context.names.ship(species, order["starbase"]) if order["starbase"] else None
        if match is None or not match.target.starbase or match.target.place.orbit:
            return None
        if context.star(match.target.place.sector) is None:
            return None
        reason = "A starbase in the deep space of a star system cannot be enlarged!"
        return Refusal("deep-space", reason)

    add_check(commands, "BASE", "limit_deep_space_starbases", check)
