"""The odds of battles, as bots ask for them."""

from __future__ import annotations

from tests.variants.campaign2e.builders import campaign, fleet, variant
from variants.campaign2e.battle.odds import CachedOdds, entries_of, entry_of, odds
from variants.campaign2e.combat import Resolver

RESOLVER = Resolver()


def argents(count):
    return entries_of({"Argent": count})


def test_odds_are_those_of_many_battles():
    chances = odds(argents(2), argents(1), RESOLVER, runs=300)
    turned = odds(argents(1), argents(2), RESOLVER, runs=300)

    assert min(chances.held, turned.lost) > 0.9
    assert max(chances.lost, turned.held) < 0.1
    assert chances.own_losses < 100 < chances.enemy_losses <= 302
    assert chances == odds(argents(2), argents(1), RESOLVER, runs=300)


def test_an_order_changes_the_odds():
    away = odds(argents(1), argents(3), RESOLVER, {"intent": "run", "breakoff": 1})
    stand = odds(argents(1), argents(3), RESOLVER, {"intent": "close", "breakoff": 100})

    assert away.own_losses < stand.own_losses


def test_a_ship_of_a_view_fights_as_it_is():
    game = campaign({(7, 7): {"owner": "Ada"}})
    fleet(game, "Ada", (7, 7), "g1", CVE=1, FORT=1)
    vessel = game.ships[0]
    vessel.hull_lost, vessel.armour_lost, vessel.out, vessel.core_out = 7, 1, ["fc_1"], ["bridge"]
    vessel.drive, vessel.ftl, vessel.fighters, vessel.second_hand = (
        "halved",
        "out",
        [2, 0],
        ["pds_1"],
    )
    vessel.weaponry_due = 100
    view = variant().view(game, "Ada")
    words = {design["name"]: design["words"] for design in view["designs"]}
    entries = [entry_of(ship, words) for ship in view["ships"]]
    battle = RESOLVER.battle({"sides": {"Ada": entries, "Brin": argents(1)}})
    ship = battle.ships[0].ship

    for name in ("hull_lost", "armour_lost", "out", "core_out", "drive", "ftl", "fighters",
                 "second_hand", "in_supply"):  # fmt: skip
        assert getattr(ship, name) == getattr(vessel, name), name
    assert ship.weaponry_due
    assert (ship.design.points, ship.design.systems) == (
        vessel.design.points,
        vessel.design.systems,
    )
    assert battle.ships[1].ship.drive == "none"


def test_odds_that_are_known_are_those_of_the_battle_and_are_not_fought_for_again():
    fought = []

    class Counting(Resolver):
        def simulate(self, battle, runs, key, threads=1):
            fought.append(runs)
            return super().simulate(battle, runs, key, threads)

    known = CachedOdds(Counting(), runs=10, size=2)
    first = known.of(argents(2), argents(1))
    assert first == odds(argents(2), argents(1), RESOLVER, runs=10)
    assert known.of(argents(2), argents(1)) == first
    assert fought == [10]
    hurt = [{**entry, "hull_lost": 3} for entry in argents(2)]
    known.of(hurt, argents(1))
    known.of(argents(1), argents(1))
    assert fought == [10] * 3
    known.of(argents(2), argents(1))
    assert fought == [10] * 4, "of more than two the first was forgotten"
