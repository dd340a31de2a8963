"""Orders that the engine of 1999 carries out differently.

Each function changes commands of the rulebook, as any mod may: their checks, how they are read, or
what they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from horizons_core.orders import Command
from variants.far_horizons.mods.engine_1999.commands.battles import (
    attacks_need_a_class_word,
    enemies_one_by_one,
    numbers_across_game,
    piecemeal_withdrawals,
    refused_hijacks_weaken,
)
from variants.far_horizons.mods.engine_1999.commands.changes import Commands
from variants.far_horizons.mods.engine_1999.commands.checks import (
    continues_anywhere,
    develops_what_is_lost,
    fifty_names,
    havens_at_battles,
    landing_saves_salvage,
    mining_colonies_obey,
    names_alone_continue,
    names_from_digits,
    nineteen_options,
    remote_portals,
    settling_after_arrival,
    starbases_stay_small,
    surplus_words,
    terraforming_by_anybody,
    transfers_to_itself,
    unasked_terraforming,
    writing_to_strangers,
)
from variants.far_horizons.mods.engine_1999.commands.handlers import (
    earlier_battle_goes_on,
    enemy_of_itself,
    names_twice,
    rejected_blocks_go_on,
    repair_marks,
    repairs_to_any_age,
    repairs_with_less,
    telescopes_tire,
    withdrawals_on_order,
)
from variants.far_horizons.mods.engine_1999.commands.reading import (
    guessed_sources,
    numbered_destinations,
    plain_distortion_numbers,
    surplus_numbers,
    tech_before_amount,
    techs_as_items,
    unchecked_coordinates,
)

#: All changes by name.
CHANGES: Mapping[str, Callable[[Commands], None]] = {
    change.__name__: change
    for change in (
        surplus_words,
        writing_to_strangers,
        landing_saves_salvage,
        mining_colonies_obey,
        unasked_terraforming,
        terraforming_by_anybody,
        develops_what_is_lost,
        continues_anywhere,
        settling_after_arrival,
        transfers_to_itself,
        names_from_digits,
        names_alone_continue,
        names_twice,
        remote_portals,
        fifty_names,
        nineteen_options,
        havens_at_battles,
        starbases_stay_small,
        enemy_of_itself,
        earlier_battle_goes_on,
        withdrawals_on_order,
        guessed_sources,
        repairs_with_less,
        repair_marks,
        repairs_to_any_age,
        telescopes_tire,
        rejected_blocks_go_on,
        numbers_across_game,
        piecemeal_withdrawals,
        attacks_need_a_class_word,
        enemies_one_by_one,
        refused_hijacks_weaken,
        tech_before_amount,
        techs_as_items,
        numbered_destinations,
        unchecked_coordinates,
        surplus_numbers,
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
