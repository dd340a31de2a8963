"""The battles of the reference: who met, how often each side held the field, and for how long."""

from __future__ import annotations

from typing import NamedTuple

from variants.campaign2e.battle.fleets import CampaignBattle
from variants.campaign2e.combat import Resolver

FLEET = "1 BB 2 BC 3 CH 3 CL 3 DD 4 FF"


class Case(NamedTuple):
    """Two sides as numbers and types; rates of wins of each and of neither; mean turns."""

    one: str
    other: str
    rates: tuple[float, float, float]
    turns: float

    def __str__(self) -> str:
        return "a fleet against itself" if self.one == FLEET else f"{self.one} against {self.other}"


BATTLES = (
    Case("1 CH", "1 CH", (0.51, 0.49, 0.00), 6.4),
    Case("2 CH", "1 CH", (0.95, 0.04, 0.01), 4.9),
    Case("2 CH", "3 CL", (0.79, 0.12, 0.09), 6.7),
    Case("1 BB", "7 FF", (0.99, 0.01, 0.00), 9.5),
    Case("1 SDN", "2 BC", (0.80, 0.20, 0.00), 7.3),
    Case("1 CVL 2 CL", "3 CH", (0.94, 0.06, 0.00), 7.1),
    Case("3 CH", "2 FORT 1 MON", (0.56, 0.43, 0.01), 8.5),
    Case("1 AX 1 FF", "2 DD", (0.01, 0.99, 0.00), 5.5),
    Case(FLEET, FLEET, (0.37, 0.40, 0.23), 6.9),
)


def entries(side: str) -> list[dict[str, str | int]]:
    """A side as in a battle file."""
    words = side.split()
    pairs = zip(words[::2], words[1::2], strict=True)
    return [{"design": design, "count": int(count)} for count, design in pairs]


def battle_of(case: Case) -> CampaignBattle:
    return Resolver().battle({"sides": {"a": entries(case.one), "b": entries(case.other)}})
