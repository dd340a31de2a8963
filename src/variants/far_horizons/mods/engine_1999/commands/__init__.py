"""Orders that the engine of 1999 carries out differently.

Each function changes commands of the rulebook, as any mod may: their checks, how they are read, or
what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from horizons_core.orders import Command
from variants.far_horizons.mods.engine_1999.commands.battles import (
    enemies_one_by_one,
    global_distortion_numbers,
    piecemeal_withdrawals,
    refused_hijacks_count,
    require_class_word,
)
from variants.far_horizons.mods.engine_1999.commands.changes import Commands
from variants.far_horizons.mods.engine_1999.commands.checks import (
    allow_leading_digits,
    continue_anywhere,
    continue_by_name,
    develop_lost_colonies,
    havens_at_battles,
    ignore_extra_words,
    landing_saves_salvage,
    limit_deep_space_starbases,
    limit_engage_options,
    limit_names,
    message_unmet_species,
    mining_colonies_obey,
    remote_portals,
    terraform_at_any_level,
    terraform_without_consent,
    transfer_to_any_planet,
    transfer_to_source,
)
from variants.far_horizons.mods.engine_1999.commands.handlers import (
    allow_duplicate_names,
    continue_rejected_blocks,
    count_failed_telescopes,
    fall_back_to_previous_battle,
    list_self_as_enemy,
    mark_repaired_ships,
    repair_to_negative_age,
    repair_with_available,
    withdraw_at_once,
)
from variants.far_horizons.mods.engine_1999.commands.reading import (
    guess_transfer_source,
    ignore_extra_numbers,
    orbit_destinations,
    plain_distortion_numbers,
    tech_before_amount,
    techs_as_items,
    unchecked_coordinates,
)

#: All changes by name.
CHANGES: Mapping[str, Callable[[Commands], None]] = {
    change.__name__: change
    for change in (
        ignore_extra_words,
        message_unmet_species,
        landing_saves_salvage,
        mining_colonies_obey,
        terraform_without_consent,
        terraform_at_any_level,
        develop_lost_colonies,
        continue_anywhere,
        transfer_to_any_planet,
        transfer_to_source,
        allow_leading_digits,
        continue_by_name,
        allow_duplicate_names,
        remote_portals,
        limit_names,
        limit_engage_options,
        havens_at_battles,
        limit_deep_space_starbases,
        list_self_as_enemy,
        fall_back_to_previous_battle,
        withdraw_at_once,
        guess_transfer_source,
        repair_with_available,
        mark_repaired_ships,
        repair_to_negative_age,
        count_failed_telescopes,
        continue_rejected_blocks,
        global_distortion_numbers,
        piecemeal_withdrawals,
        require_class_word,
        enemies_one_by_one,
        refused_hijacks_count,
        tech_before_amount,
        techs_as_items,
        orbit_destinations,
        unchecked_coordinates,
        ignore_extra_numbers,
        plain_distortion_numbers,
    )
}


def as_in_1999(
    commands: Iterable[Command], changes: Iterable[str] = tuple(CHANGES)
) -> tuple[Command, ...]:
    """Return the commands with all changes, or with those of these names."""
    changed = {command.keyword: command for command in commands}
    for name in changes:
        CHANGES[name](changed)
    return tuple(changed.values())
