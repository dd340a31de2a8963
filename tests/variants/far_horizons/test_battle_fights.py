"""The statistics of each side's ships in a run, against those from its record."""

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
    battle = Resolver().battle(QUESTIONS[name])
    runs = fight_runs(battle.field, 5, 3)
    for run in range(3):
        record = Resolver().resolve(battle, 5, run)
        for index, place in enumerate(battle.places):
            outcome = runs.sides[run, index]
            ships = [unit for unit in record.units if unit.side == place and unit.counts == "year"]
            fates = Counter(ship.fate or "destroyed" * ship.destroyed or "here" for ship in ships)
            present = [ship for ship in ships if not ship.destroyed and not ship.fate]
            alive = [ship for ship in ships if not ship.destroyed]
            assert outcome[at.S_DESTROYED] == fates["destroyed"]
            assert outcome[at.S_CAPTURED] == fates["captured"]
            assert outcome[at.S_WITHDREW] == fates["withdrew"]
            assert outcome[at.S_FORCED] == fates["forced away"]
            assert outcome[at.S_LEFT] == fates["here"] == len(present)
            assert outcome[at.S_ALIVE] == len(alive)
            assert outcome[at.S_TRANSPORTS] == sum(s.name.startswith("TR") for s in present)
            assert outcome[at.S_AGES] == sum(OLDEST - s.after["years"] for s in alive)
            assert outcome[at.S_AGES_HERE] == sum(OLDEST - s.after["years"] for s in present)
