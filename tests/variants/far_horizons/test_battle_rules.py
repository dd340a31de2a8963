"""The numbers of battle: the rulebook's, and the bounds for house rules."""

from __future__ import annotations

import attrs
import pytest

from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES

#: By number: the rulebook's value, and the least and the greatest value of a house rule.
NUMBERS = {
    "most_rounds": (10_000, 1, 1_000_000),
    "bombardment_rounds": (10, 1, 1_000_000),
    "most_shots": (5, 1, 1_000),
    "strength_per_shot": (1500, 1, 1_000_000),
    "defenses_per_tonnage": (200, 1, 1_000_000),
    "transport_strength_percent": (10, 0, 100),
    "hijacker_strength_percent": (25, 0, 100),
    "shield_recovery_percent": (5, 0, 100),
    "even_hit_percent": (75, 0, 100),
    "least_hit_percent": (2, 0, 100),
    "most_hit_percent": (98, 0, 100),
    "surprise_hit_factor": (2, 1, 100),
    "distorted_hit_percent": (75, 0, 100),
    "favourite_percent": (75, 0, 100),
    "capture_percent": (100, 0, 1_000),
    "forced_jump_percent": (50, 0, 100),
    "germ_percent": (50, 0, 100),
    "germ_percent_per_level": (2, 0, 100),
    "home_loot_factor": (5, 0, 1_000),
}


def test_every_number_is_looked_at():
    fields = attrs.fields(attrs.resolve_types(type(RULEBOOK_BATTLES)))
    assert {field.name for field in fields if field.type is int} == NUMBERS.keys()


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_the_rulebooks_and_keeps_its_bounds(name):
    message, least, most = NUMBERS[name]
    assert getattr(RULEBOOK_BATTLES, name) == message
    for number in (least, most):
        assert getattr(attrs.evolve(RULEBOOK_BATTLES, **{name: number}), name) == number
    for number in (least - 1, most + 1):
        with pytest.raises(ValueError, match=name):
            attrs.evolve(RULEBOOK_BATTLES, **{name: number})
