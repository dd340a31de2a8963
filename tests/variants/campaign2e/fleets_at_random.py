"""Battles drawn at random: all kinds of parts, fighters, damage and orders."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from variants.campaign2e.battle.fleets import (
    EXITS,
    FORMATIONS,
    INTENTS,
    BattleShip,
    CampaignBattle,
    Side,
    battle_of,
)
from variants.campaign2e.combat import Resolver
from variants.campaign2e.designs.design import CORE_SYSTEMS, Design
from variants.campaign2e.designs.market import market
from variants.campaign2e.designs.parts import FIGHTERS, ShipPart
from variants.campaign2e.model import Ship
from variants.campaign2e.model.places import EDGES
from variants.campaign2e.model.ships import new_ship

ENTRIES = ("NEARER", "FARTHER", "SPLIT", *(f"EDGE {edge}" for edge in EDGES))

keys = st.integers(0, 2**64 - 1)
run_numbers = st.integers(0, 2**63)

PARTS = st.one_of(
    st.builds(lambda n, arcs: ShipPart("beam", n, arcs), st.integers(2, 5), st.integers(1, 6)),
    st.builds(lambda arcs: ShipPart("torpedo", arcs=arcs), st.integers(1, 3)),
    st.sampled_from(
        [
            ShipPart("beam", 1, 6),
            ShipPart("fc"),
            ShipPart("pds"),
            ShipPart("pds"),
            ShipPart("adfc"),
            ShipPart("needle"),
            ShipPart("submunition"),
            ShipPart("launcher", arcs=3),
            ShipPart("magazine", 4),
            ShipPart("rack"),
            ShipPart("rack_er"),
            ShipPart("hangar"),
            ShipPart("cargo", 6),
            ShipPart("bay", 10),
        ]
    ),
)


@st.composite
def designs(draw: Any) -> Design:
    """A design of the market, or any heap of parts."""
    if draw(st.booleans()):
        return draw(st.sampled_from(list(market().values())))
    parts = [ShipPart("fc"), *draw(st.lists(PARTS, max_size=9))]
    screens = draw(st.integers(0, 2))
    parts += [ShipPart("screen", screens)] * (screens > 0)
    hangars = sum(part.kind == "hangar" for part in parts)
    moves = draw(st.integers(0, 9)) > 0
    return Design(
        name="Heap",
        type=draw(st.sampled_from(["CH", "AX", "CVL", "FORT"])),
        mass=draw(st.integers(10, 140)),
        hull=draw(st.integers(1, 40)),
        armour=draw(st.integers(0, 6)),
        thrust=draw(st.integers(1, 8)) if moves else 0,
        ftl=moves and draw(st.integers(0, 4)) > 0,
        parts=tuple(parts),
        fighters=tuple(draw(st.sampled_from(list(FIGHTERS))) for _ in range(hangars)),
    )


@st.composite
def ships(draw: Any, key: str) -> Ship:
    """A ship, new or with damage."""
    ship = new_ship(key, "", key, draw(designs()), "")
    if draw(st.booleans()):
        return ship
    some = st.integers(0, 5).map(lambda n: n == 0)
    ship.armour_lost = draw(st.integers(0, ship.design.armour))
    ship.hull_lost = draw(st.integers(0, ship.design.hull - 1))
    for system in ship.design.systems:
        marks = draw(st.sampled_from([None, None, None, None, "out", "second_hand", "fired"]))
        loaded = system.part.kind in ("rack", "rack_er", "submunition")
        if marks is not None and (marks != "fired" or loaded):
            getattr(ship, marks).append(system.key)
    if ship.design.thrust:
        ship.drive = draw(st.sampled_from(["ok", "ok", "halved", "out"]))
    if ship.design.ftl:
        ship.ftl = draw(st.sampled_from(["ok", "ok", "out"]))
    ship.core_out = [core for core in CORE_SYSTEMS if draw(some)]
    ship.out_of_supply, ship.captured = draw(some), draw(some)
    ship.weaponry_due = draw(st.sampled_from([0, 0, 230]))
    ship.fighters = [draw(st.integers(0, 6)) for _ in ship.fighters]
    ship.salvoes = draw(st.integers(0, ship.salvoes))
    return ship


@st.composite
def sides(draw: Any, number: int, most: int) -> Side:
    """A side of a few ships with any order."""
    crew = []
    for place in range(draw(st.integers(1, most))):
        ship = draw(ships(f"{number}/{place}"))
        rear = draw(st.sampled_from([False, False, True]))
        crew.append(BattleShip(ship.id, ship, rear))
    return Side(
        name=f"side {number}",
        ships=tuple(crew),
        speed=draw(st.integers(0, 24)),
        formation=draw(st.sampled_from(FORMATIONS)),
        intent=draw(st.sampled_from([*INTENTS, "optimal", "close"])),
        breakoff=draw(st.integers(1, 100)),
        exit=draw(st.sampled_from(EXITS)),
        edge=draw(st.none() | st.sampled_from(EDGES)),
        entry=tuple(draw(st.lists(st.sampled_from(ENTRIES), max_size=3))),
        by_lane=draw(st.booleans()),
        present=draw(st.booleans()),
    )


@st.composite
def battles(draw: Any, most: int = 4) -> CampaignBattle:
    """A battle of two sides, or of more."""
    count = draw(st.sampled_from([2, 2, 2, 3, 4]))
    return battle_of([draw(sides(number, most)) for number in range(count)])


@st.composite
def resolvers(draw: Any) -> Resolver:
    """Resolvers with the numbers of the rules, or with others that mods may set."""
    if draw(st.booleans()):
        return Resolver()
    return Resolver(
        most_turns=draw(st.integers(1, 60)),
        first_threshold=draw(st.integers(4, 9)),
        beam_band=draw(st.integers(1, 24)),
        line_depth=draw(st.integers(0, 20)),
        top_speed=draw(st.integers(1, 40)),
        least_range=draw(st.integers(1, 9)),
        jump_spacing=draw(st.integers(0, 20)),
        launch_range=draw(st.integers(0, 80)),
        fighter_speed=draw(st.integers(1, 40)),
        fighter_reach=draw(st.integers(0, 12)),
        pds_per_group=draw(st.integers(0, 4)),
        missile_range=draw(st.integers(0, 60)),
        extended_range=draw(st.integers(0, 60)),
        pds_per_salvo=draw(st.integers(0, 4)),
        needle_range=draw(st.integers(0, 24)),
        submunition_range=draw(st.integers(0, 24)),
        parties_together=draw(st.integers(1, 5)),
        explosion=draw(st.integers(1, 7)),
        disengage_range=draw(st.integers(0, 60)),
    )
