"""Scenes go as they were worked out: every order, event and change of the game."""

from __future__ import annotations

import pytest

from tests.variants.starcluster import worked_affairs, worked_ends
from tests.variants.starcluster.worked_turns import course

SCENES = {**worked_affairs.SCENES, **worked_ends.SCENES}


def golden(name):
    room = worked_affairs if name in worked_affairs.SCENES else worked_ends
    return (room.FOLDER / name).read_text("utf-8")


@pytest.mark.parametrize("name", SCENES)
def test_what_happens_is_what_was_worked_out(name):
    assert course(SCENES[name]).splitlines() == golden(name).splitlines()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("building.txt", "Hawk-1 is now a Hawk2|EL begins in 1, 2, 3|set out to colonize 4|A2"),
        ("affairs.txt", "have brought A2 from|have incited a revolt|gives you the system 2"),
        ("exploring.txt", "ruins of 3 have taught us|carries the detailed scan of 3 home|damage"),
        ("poverty.txt", "Race 2 has fallen|is yours for 600.00 MC|Race 4 has joined|You owe"),
        ("siege.txt", "Ada has conquered 26|only Race 1 is left|the PDC has withstood 10 of 18"),
        ("allies.txt", "NPR1 joins you with 9|Race 1 and Race 2 are at war|We have met Race 2"),
        ("late.txt", "turn 3 was the last|it begins with E and R|Dock-1 will build"),
        ("poverty.txt", "Guard-1 is sold for 50.00|CON is suspended"),
    ],
)
def test_what_it_is_there_to_show_happens_in_it(name, kind):
    assert all(words in golden(name) for words in kind.split("|"))
