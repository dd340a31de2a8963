"""Every command of every game: twice the orders are twice the work, to read, check and keep."""

from __future__ import annotations

import sys

import pytest

import horizons_core as hz
from horizons_core.turn import foresee
from horizons_host.seats.passwords import hash_to_come, strip_passwords
from tests.work_counts import demand_linear

#: The engine's habits have no commands of their own.
RULES = [
    *((name, ()) for name in sorted(hz.variants())),
    pytest.param(("far_horizons", ("engine_1999",)), marks=pytest.mark.slow),
]


def ids(rules):
    return " with ".join([rules[0], *rules[1]])


@pytest.fixture(scope="module", params=RULES, ids=ids)
def variant(request):
    return hz.load_variant(*request.param)


@pytest.fixture(autouse=True)
def every_remark_kept(monkeypatch):
    """Beyond the first remarks less is done for each: that is no bound on the work before."""
    for module in list(sys.modules.values()):
        if "MAX_REMARKS" in vars(module):
            monkeypatch.setattr(module, "MAX_REMARKS", 10**9)


def repeated(variant, times):
    """A text with this many copies of each command's example, and of its mistake."""
    arranged = getattr(variant.language, "arranged", "\n".join)
    units = [text.rstrip("\n") for c in variant.commands for text in (c.example, c.mistake)]
    return arranged([unit for unit in units for _ in range(times)])


def test_twice_the_orders_of_each_command_are_twice_the_work(variant):
    game = variant.new_game(["Ada", "Brin"], seed=3)

    def work(times):
        text = repeated(variant, times)
        read = variant.language.read(text)
        strip_passwords(text, read, variant.language, hash_of=hash_to_come)
        foresee(variant, game, "Ada", text)

    demand_linear(work, 4)
