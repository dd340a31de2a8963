"""What the playing bots want: all settle and build alike; they differ in arms and in war."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen(kw_only=True)
class Strategy:
    """How much a bot arms itself, and when it strikes.

    Attributes:
        young_share: of all points, for warships, while its planets grow.
        rush_share: the same while it has a single neighbour, whom it strikes at once, because
            nobody else comes while its warships are away; 0 if it never does.
        grown_share: the same when they have grown.
        danger_share: the same when strangers threaten its planets.
        least_fleet: mass of the warships that it strikes with, at least.
        patience: the turn from which on it strikes though its planets still grow.
        bombers: of its warships, how many are built to bomb: one in so many; 0 for none.
        screen: unarmed probes that go with each warship of a fleet, to draw fire.
    """

    young_share: float
    rush_share: float = 0.0
    grown_share: float
    danger_share: float
    least_fleet: float
    patience: float
    bombers: int = 0
    screen: int = 0


#: Arms itself when it is threatened, and attacks nobody.
SETTLER: Final = Strategy(
    young_share=0.0,
    grown_share=0.0,
    danger_share=0.5,
    least_fleet=float("inf"),
    patience=float("inf"),
)

#: Grows first, and strikes with many warships when its planets have grown.
EXPANDER: Final = Strategy(
    young_share=0.35,
    grown_share=0.55,
    danger_share=0.8,
    least_fleet=500.0,
    patience=40.0,
)

#: Strikes early, a single neighbour at once, with bombers behind a screen.
CONQUEROR: Final = Strategy(
    young_share=0.2,
    rush_share=0.6,
    grown_share=0.6,
    danger_share=0.8,
    least_fleet=250.0,
    patience=25.0,
    bombers=3,
    screen=12,
)
