"""Strategies of the bots: all settle and build alike but differ in arms and war."""

from __future__ import annotations

from typing import Final

from attrs import frozen


@frozen(kw_only=True)
class Strategy:
    """Parameters of a bot's armament and attacks.

    Attributes:
        young_share: share of all points for warships while its planets grow.
        rush_share: the share with a single neighbour, which it attacks at once, because
            no other race threatens it meanwhile; 0 to never rush.
        grown_share: the share when they have grown.
        danger_share: the share when armed ships threaten its planets.
        least_fleet: minimum mass of warships for an attack.
        patience: turn after which it attacks although its planets still grow.
        bombers: number of warships per bomber among them; 0 for no bombers.
        screen: unarmed probes per warship of a fleet, to draw fire.
    """

    young_share: float
    rush_share: float = 0.0
    grown_share: float
    danger_share: float
    least_fleet: float
    patience: float
    bombers: int = 0
    screen: int = 0


#: Arms itself when threatened, and never attacks.
SETTLER: Final = Strategy(
    young_share=0.0,
    grown_share=0.0,
    danger_share=0.5,
    least_fleet=float("inf"),
    patience=float("inf"),
)

#: Grows first, and attacks with many warships when its planets have grown.
EXPANDER: Final = Strategy(
    young_share=0.35,
    grown_share=0.55,
    danger_share=0.8,
    least_fleet=500.0,
    patience=40.0,
)

#: Attacks early, a single neighbour at once, with bombers behind a screen.
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
