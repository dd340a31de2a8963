"""The players in other languages play a game of Event Horizon, and play it well."""

from __future__ import annotations

import shutil
import subprocess

import pytest

import horizons_lab as lab
from tests.examples.distributions import EXAMPLES

BOTS = EXAMPLES / "outside_bots"


def has_perl() -> bool:
    perl = shutil.which("perl")
    return perl is not None and subprocess.call([perl, "-MJSON::PP", "-e", "1"]) == 0


pytestmark = pytest.mark.skipif(not has_perl(), reason="there is no Perl with JSON::PP")

PROSPECTOR = lab.Outside(["perl", str(BOTS / "prospector.pl")], name="prospector")


def test_the_prospector_is_ahead_by_orders_that_are_all_carried_out():
    study = lab.Study(
        variant="event_horizon",
        seats=[PROSPECTOR, "random"],
        games=1,
        key="perl",
        options={"side": 6},
        max_turns=30,
    )
    game = study.game(0)
    assert game.players == {"P1": "prospector", "P2": "random"}
    remarks = [remark for turn in game.turns[1:] for remark in turn.diagnostics["P1"]]
    assert [str(remark) for remark in remarks if remark.severity == "error"] == []
    assert game.orders(game.final.turn)["P1"]  # not forfeited
    assert game.variant.ranking(game.final)[0].empire == "P1"
