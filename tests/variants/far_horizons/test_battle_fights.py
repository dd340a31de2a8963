"""What a run says of the ships of each side, against what is seen of them in its record."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.variants.far_horizons.battle_questions import QUESTIONS
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_runs
from variants.far_horizons.combat import Resolver

OLDEST = 50


@pytest.mark.parametrize("name", ["mixed fleets", "forced jumps", "hijacking"])
def test_ships_are_counted_by_what_became_of_them(name):
    asked = Resolver().battle(QUESTIONS[name])
    runs = fight_runs(asked.field, 5, 3)
    for run in range(3):
        record = Resolver().resolve(asked, 5, run)
        for index, place in enumerate(asked.places):
            outcome = runs.sides[run, index]
            ships = [one for one in record.units if one.side == place and one.counts == "year"]
            fates = Counter(one.fate or "destroyed" * one.destroyed or "here" for one in ships)
            here = [one for one in ships if not one.destroyed and not one.fate]
            alive = [one for one in ships if not one.destroyed]
            assert outcome[at.S_DESTROYED] == fates["destroyed"]
            assert outcome[at.S_CAPTURED] == fates["captured"]
            assert outcome[at.S_WITHDREW] == fates["withdrew"]
            assert outcome[at.S_FORCED] == fates["forced away"]
            assert outcome[at.S_LEFT] == fates["here"] == len(here)
            assert outcome[at.S_ALIVE] == len(alive)
            assert outcome[at.S_TRANSPORTS] == sum(one.name.startswith("TR") for one in here)
            assert outcome[at.S_AGES] == sum(OLDEST - one.after["years"] for one in alive)
            assert outcome[at.S_AGES_HERE] == sum(OLDEST - one.after["years"] for one in here)
