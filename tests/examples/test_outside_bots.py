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


def test_it_wins_by_orders_that_are_all_carried_out():
    study = lab.Study(
        variant="event_horizon",
        seats=[PROSPECTOR, "random"],
        games=1,
        key="perl",
        options={"side": 6},
        max_turns=40,
    )
    game = study.game(0)
    assert game.players == {"P1": "prospector", "P2": "random"}
    remarks = [r for turn in game.turns[1:] for r in turn.diagnostics["P1"]]
    assert [str(remark) for remark in remarks if remark.severity == "error"] == []
    row = study.run().table.to_dicts()[0]
    assert (row["player"], row["won"], row["forfeit"]) == ("prospector", True, None)
