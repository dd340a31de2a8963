"""Raids: gains other than money."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import campaign, fleet, run, ship
from tests.variants.campaign2e.loaded import load
from variants.campaign2e.model import Campaign


def raided(*resources: str) -> Campaign:
    """Brin's worlds of these resources, with trade; Ada's freighters and corvettes are there."""
    worlds = {}
    for number, resource in enumerate(resources):
        at, partner = (3 + 4 * number, 3), (3 + 4 * number, 4)
        worlds[at] = {"owner": "Brin", "resource": resource, "partner": f"{partner[0]},4"}
        worlds[partner] = {"owner": "Brin", "partner": f"{at[0]},3"}
    game = campaign({**worlds, (12, 12): {"owner": "Ada"}})
    for number, _ in enumerate(resources):
        fleet(game, "Ada", (3 + 4 * number, 3), f"g{number}", CT=1, FR=1)
    return game


@pytest.mark.rule("C2E-6.3-02")
@pytest.mark.parametrize(
    ("resources", "dice", "expected"),
    [
        (["Fuel"], [1], ["Fuel"]),
        (["Fuel"], [4], []),
        ([""], [1], []),
        (["Major Trading Hub"], [1], []),
        (["Fuel", "Fuel"], [1, 1], ["Fuel"]),
        (["Fuel", "Food"], [1, 1], ["Fuel", "Food"]),
    ],
)
def test_each_resource_that_raids_bring_is_at_hand_once(
    monkeypatch: pytest.MonkeyPatch, resources: list[str], dice: list[int], expected: list[str]
) -> None:
    load(monkeypatch, "raid", dice)
    orders = "\n".join(f"RAID g{number}" for number, _ in enumerate(resources))
    turn = run(raided(*resources), Ada=orders)
    assert turn.game.empire("Ada").raided == expected
    assert run(turn.game, Ada=orders.replace("RAID", "NORAID")).game.empire("Ada").raided == []


@pytest.mark.rule("C2E-3.8-03", "C2E-6.2-01")
@pytest.mark.parametrize(("version", "plunders"), [("1.1.0", False), ("1.0.0", True)])
@pytest.mark.parametrize("leased", ["Packhorse-1", "Oxcart-1"])
def test_leased_ships_are_not_used_for_raiding(
    monkeypatch: pytest.MonkeyPatch, leased: str, version: str, plunders: bool
) -> None:
    load(monkeypatch, "raid", [1])
    game = raided("Fuel")
    game.version = version
    if leased == "Packhorse-1":
        game.ships, game.groups = [], []
        fleet(game, "Ada", (3, 3), "g0", AX=1)
    ship(game, leased).leased = True
    turn = run(game, Ada="RAID g0")
    gains = [event.data["gained"] for event in turn.events if event.code == "raid.gain"]
    assert (gains == [1]) == plunders
    refused = [remark.code for remark in turn.diagnostics["Ada"]]
    assert refused == (["leased"] if leased == "Packhorse-1" and not plunders else [])
