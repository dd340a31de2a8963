"""Under repairs, refits, swaps, rebuilds, stripping and sales, invariants hold and parts add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from attrs import evolve

import horizons_core as hz
from horizons_core.model import Seat, imbalances
from tests.variants.campaign2e.builders import campaign, fleet, run_without_accounts, variant
from variants.campaign2e.designs.design import CORE_SYSTEMS, Slot
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.designs.parsing import design_faults
from variants.campaign2e.model import Campaign, Ship
from variants.campaign2e.model.ships import APART

PARTS = (
    "B1/6", "B2/3", "B3/3", "B4/2", "PT/1", "PDS", "FC", "ADFC", "RACK", "SML", "MAG 4", "HANGAR",
    "SCREEN-1", "SCREEN-2", "CARGO 6", "BAY 6", "ORTILLERY", "FREE", "HULL 4", "ARMOUR 2",
    "FIGHTERS FAST", "DROPSHIPS 6", "BAY 40", "MAG 6",
)  # fmt: skip
ORDERS = (
    "REFIT {ship} {part} TO {new}",
    "REFIT {ship} {part} TO FREE",
    "REFIT {ship} FREE TO {new}",
    "REPAIR {ship} ALL",
    "REPAIR {ship} ALL FROM SPARES",
    "REPAIR {ship} {part} FROM {other}",
    "REBUILD {ship}",
    "STRIP {ship}",
    "SELL {ship}",
    "SWAP {ship} A {new}",
    "SPARE {part} 1 AT 7,5",
    "LOAD {ship} FUEL 9 SPARES {part} 1",
    "TRANSFER {ship} TO {group}",
    "MOVE {group} TO 7,6",
)


def beginning() -> Campaign:
    """Ada has ships of many kinds at her world, two captures among them, and an umpire."""
    game = campaign({(7, 5): {"owner": "Ada"}, (7, 6): {"owner": "Ada"}, (9, 9): {}}, money=3_000)
    game.seats = [Seat(id="Uma", role="umpire")]
    fleet(game, "Ada", (7, 5), "g1", CH=3, BC=1, SDN=1, AL=1)
    fleet(game, "Ada", (7, 5), "g2", AX=2, CVE=1)
    for name in ("p1", "p2"):
        group = fleet(game, "Ada", (7, 5), name, CL=1)
        game.ships_in(group.id)[0].captured = True
    design = by_type("CH")
    for ship in game.ships[:2]:
        ship.design = evolve(design, slots=(Slot("A", ("B3/3", "PDS", "B2/3")),))
    game.empire("Ada").store("7,5").modules = {"PDS": 2, "B2/3": 1}
    return game


def damaged(game: Campaign, stream: hz.Stream) -> None:
    """Disable a part of each ship."""
    for ship in game.ships:
        keys = [system.key for system in ship.design.systems]
        ship.out = sorted({*ship.out, stream.choice(keys)})
        ship.jury_rigged = sorted({stream.choice(keys), stream.choice(APART)} - {*ship.out})
        ship.hull_lost = min(ship.design.hull - 1, stream.roll("1d8"))
        ship.ftl = "out" if stream.roll("1d6") == 1 else ship.ftl
        ship.core_out = [name for name in CORE_SYSTEMS if stream.roll("1d6") == 1]


def orders_of(game: Campaign, stream: hz.Stream) -> str:
    def any_of(options: Sequence[str]) -> str:
        return stream.choice(options)

    ships = [ship.name for ship in game.ships] or ["none"]
    groups = [group.name for group in game.groups] or ["none"]
    return "\n".join(
        any_of(ORDERS).format(
            ship=any_of(ships),
            other=any_of(ships),
            group=any_of(groups),
            part=any_of(PARTS),
            new=any_of(PARTS),
        )
        for _ in range(25)
    )


@pytest.mark.rule("C2E-16.5-04", "C2E-16.5-01")
@pytest.mark.parametrize("seed", range(6))
def test_ships_stay_sound_and_accounts_balance_whatever_is_ordered(seed) -> None:
    game, stream = beginning(), hz.Stream.from_key("works at random", seed)
    counts: Counter[str] = Counter()
    for week in range(8):
        damaged(game, stream.fork("damage", week))
        orders = {"Ada": orders_of(game, stream.fork("orders", week))}
        weights = {ship.id: ship.design.mass for ship in game.ships}
        turn = run_without_accounts(game, **orders)
        assert imbalances(game, turn.game, turn.ledger) == []
        assert variant().invariants(turn.game) == []
        for ship in turn.game.ships:
            assert design_faults(ship.design) == []
            assert ship.design.mass == weights[ship.id]
            assert _is_complete(ship)
        counts.update(event.code for event in turn.events)
        counts["refits"] += sum(" to " in event.text for event in turn.events)
        game = turn.game
    assert counts["ship.mended"] > 1
    assert counts["refits"]
    later = run_without_accounts(hz.load(hz.dump(game), variant=variant()), **orders)
    assert later.digest == run_without_accounts(game, **orders).digest


def _is_complete(ship: Ship) -> bool:
    """True if craft and salvoes are those of the design's capacity."""
    design = ship.design
    return (
        len(ship.fighters) == len(design.fighters)
        and 0 <= ship.dropships <= sum(design.dropships)
        and 0 <= ship.salvoes <= design.salvoes
    )


def test_spares_and_modules_are_neither_made_nor_lost_by_work_that_stops() -> None:
    game = beginning()
    game.empire("Ada").store("7,5").spares = {"B3/3": 2, "FTL/90": 1}
    stream = hz.Stream.from_key("works that stop", 1)
    damaged(game, stream)
    for ship in game.ships:
        ship.ftl, ship.core_out = "ok", []
    orders = "REPAIR Argent-3 ALL FROM SPARES\nSWAP Argent-1 A PDS\nSWAP Argent-2 A B2/3\n"
    stored = [dict(row) for row in _stored(game)]
    turn = run_without_accounts(game, Ada=orders + "MOVE g1 TO 7,6")
    assert [dict(row) for row in _stored(turn.game)] == stored
    assert turn.game.empire("Ada").jobs == []


def _stored(game: Campaign) -> tuple[dict[str, int], dict[str, int]]:
    store = game.empire("Ada").stores["7,5"]
    return store.spares, store.modules
