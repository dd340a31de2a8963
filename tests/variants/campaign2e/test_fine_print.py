"""Rules with off-by-one or wrong-player pitfalls."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from horizons_core.rng import Stream
from tests.variants.campaign2e.builders import add_ship, campaign, fight, fleet, run, ship
from variants.campaign2e.designs.market import CORE_PARTS, by_type, spare_for
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import Campaign, ContactOrder, Dummy, World
from variants.campaign2e.model.ships import Keel
from variants.campaign2e.model.worlds import HUB, Assault
from variants.campaign2e.rules.construction import plan_of
from variants.campaign2e.rules.exploration import explore
from variants.campaign2e.rules.fleets import allied
from variants.campaign2e.rules.ground_assaults import landing_ships
from variants.campaign2e.rules.postures import remaining_points
from variants.campaign2e.rules.purchases import defence_group
from variants.campaign2e.rules.supply import is_tender_for, may_attack
from variants.campaign2e.setup.cards import RANKS, is_red

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


@pytest.mark.rule("C2E-1.3-02")
def test_hearts_and_diamonds_are_red_whatever_their_rank() -> None:
    pack = {f"{rank}{suit}" for rank in RANKS for suit in "HDSC"}
    assert {card for card in pack if is_red(card)} == {card for card in pack if card[-1] in "HD"}


def found_outside() -> Iterator[Campaign]:
    """Campaigns with a world discovered beyond their edge, and six worlds around it."""
    near = {at: {} for at in ((14, 6), (14, 7), (15, 6), (15, 8), (16, 6), (16, 7))}
    for seed in range(400):
        game = campaign({(7, 7): ADA} | near)
        explore(game, [(15, 7)], lambda at, seed=seed: Stream.from_key("hub", seed, *at))
        if game.world("15,7") is not None:
            yield game


@pytest.mark.rule("C2E-1.1-02", "C2E-1.8-01")
def test_a_hub_that_is_found_has_lanes_to_what_lies_around_it_and_no_other_world_has() -> None:
    lanes: dict[bool, list[int]] = {True: [], False: []}
    for game in found_outside():
        lanes[game.world("15,7").resource == HUB].append(len(game.lanes))
    assert set(lanes[False]) == {0}
    assert len(lanes[True]) >= 3
    assert sum(lanes[True]) > 0


@pytest.mark.rule("C2E-1.5-08")
@pytest.mark.parametrize("player", ["Ada", "Brin", "Cleo"])
def test_who_resigns_takes_nothing_of_others_along(player: str) -> None:
    names = ("Ada", "Brin", "Cleo")
    game = campaign({(7, 7): ADA, (9, 9): BRIN, (11, 9): {"owner": "Cleo"}}, names)
    for world in game.worlds[:3]:
        fleet(game, world.owner, world.at, "g1", BB=1)
        dummy = Dummy(id=f"{world.owner}/d1", owner=world.owner, group=f"{world.owner}/g1")
        dummy.at = world.at
        game.dummies.append(dummy)
    after = run(game, **{player: f"RESIGN {player}"}).game
    rest = [name for name in names if name != player]
    assert [names.owner for names in after.ships] == rest
    assert [group.owner for group in after.groups] == rest
    assert [dummy.owner for dummy in after.dummies] == rest
    assert [world.owner for world in after.worlds] == [n if n != player else "" for n in names]


@pytest.mark.rule("C2E-11.1-02", "C2E-4.4-02")
def test_spares_of_what_a_design_does_not_list_are_of_its_mass() -> None:
    argent = by_type("CH")
    parts = ["FTL", *CORE_PARTS, "SCREEN-1", "SCREEN-2"]
    assert [spare_for(argent, part) for part in parts] == [
        f"{part}/{argent.mass}" for part in parts
    ]
    assert spare_for(argent, "DRIVE") == f"DRIVE{argent.thrust}/{argent.mass}"
    assert [spare_for(argent, part) for part in ("PDS", "B2/6", "FC")] == ["PDS", "B2/6", "FC"]


@pytest.mark.rule("C2E-13.2-02", "C2E-13.2-04")
@pytest.mark.parametrize(("kind", "points"), [("CH", [90, 18]), ("MON", [90]), ("FORT", [90])])
def test_a_keel_without_a_design_gets_a_hull_and_to_jump_a_drive(kind, points) -> None:
    assert [piece.points for piece in plan_of(Keel(name="K", mass=90, type=kind))] == points


@pytest.mark.rule("C2E-16.6-01", "C2E-16.5-05")
def test_a_light_freighter_flies_as_its_drive_lets_it_with_its_holds_full() -> None:
    words = "TYPE AX MASS 100 HULL 10 ARMOUR 0 THRUST 2 FTL MERCHANT WITH FC, CARGO {0}"
    fast = {cargo: design_from("Light", words.format(cargo)).optional_thrust for cargo in (35, 36)}
    assert fast == {35: 3, 36: 2}  # 20 × 10 t of drive to 66 or 67 t of ship


@pytest.mark.rule("C2E-17.1-02")
def test_everybody_is_allied_with_himself_and_nobody_with_the_umpires_forces() -> None:
    game = campaign({(7, 7): ADA, (9, 9): BRIN})
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    assert allied(game, game.groups[0].owner, game.empires[0].id)
    assert not allied(game, game.groups[0].owner, game.empires[1].id)
    assert not allied(game, "Ada", "")


@pytest.mark.rule("C2E-3.6-07")
def test_ships_that_are_owed_for_may_attack_at_home_and_nowhere_else() -> None:
    game = campaign({(7, 7): ADA, (9, 9): BRIN})
    for number, at in enumerate(((7, 7), (9, 9), (8, 8)), start=1):
        fleet(game, "Ada", at, f"g{number}", CH=1)
    assert [may_attack(game, group) for group in game.groups] == [True] * 3
    for vessel in game.ships:
        vessel.owed = 100
    assert [may_attack(game, group) for group in game.groups] == [True, False, False]
    game.ships[0].out_of_supply = True
    assert not may_attack(game, game.groups[0])


@pytest.mark.rule("C2E-3.6-05")
def test_supplies_come_of_laden_supply_ships_of_ones_own_or_with_leave() -> None:
    game = campaign({(7, 7): ADA, (9, 9): BRIN})
    group = fleet(game, "Ada", (7, 8), "g1", AX=1, CH=1)
    laden, cruiser = game.ships
    laden.fuel = 100
    assert is_tender_for(game, laden, "Ada")
    assert not is_tender_for(game, laden, "Brin")
    game.empire("Ada").supply.append("Brin")
    assert is_tender_for(game, laden, "Brin")
    assert not is_tender_for(game, cruiser, "Ada")
    empty = add_ship(game, group, "AX")
    assert not is_tender_for(game, empty, "Ada")
    laden.captured = True
    assert not is_tender_for(game, laden, "Ada")
    laden.captured, laden.owner = False, ""
    assert not is_tender_for(game, laden, "")


@pytest.mark.rule("C2E-3.7-01", "C2E-3.7-02")
@pytest.mark.parametrize(("turns", "left", "out"), [(4, 1, False), (9, 0, False), (10, 0, True)])
def test_a_week_that_is_not_left_cannot_be_fought_away(turns: int, left: int, out: bool) -> None:
    game = campaign({(7, 7): ADA, (9, 9): BRIN})
    fleet(game, "Ada", (9, 9), "g1", CH=1)
    argent = ship(game, "Argent-1")
    argent.endurance = 1
    fight(game, argent, turns)
    assert (argent.endurance, argent.out_of_supply, argent.combat_turns) == (left, out, turns % 5)
    argent.out_of_supply = True
    fight(game, argent, 1)
    assert argent.out_of_supply


@pytest.mark.rule("C2E-7.4-01", "C2E-7.6-01")
def test_landing_ships_are_those_designed_as_such_in_the_hands_of_their_crews() -> None:
    game = campaign({(7, 7): ADA, (9, 9): BRIN})
    group = fleet(game, "Ada", (9, 9), "g1", AL=2, CH=1)
    game.ships[1].captured = True
    assert [s.name for s in landing_ships(game, [group])] == ["Breaker-1"]
    assert landing_ships(game, []) == []


@pytest.mark.rule("C2E-7.6-05")
def test_the_points_that_stand_are_those_left_and_not_taken() -> None:
    world = World(id="7,7", at=(7, 7), full=8, points=6)
    assert remaining_points(world) == 6
    world.assault = Assault(by="Ada", tonnes={}, taken=2)
    assert remaining_points(world) == 4


@pytest.mark.rule("C2E-8.1-01")
def test_the_defences_of_a_world_are_one_group_of_their_own() -> None:
    game = campaign({(7, 7): ADA, (7, 8): ADA, (9, 9): BRIN})
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    ada = game.empire("Ada")
    defences = [defence_group(game, ada, game.world(name)) for name in ("7,8", "7,7", "7,8", "7,7")]
    assert [group.name for group in defences] == ["DEF-7-8", "DEF-7-7"] * 2
    assert [(group.at, group.defence) for group in defences[:2]] == [((7, 8), True), ((7, 7), True)]
    assert [group.name for group in game.groups] == ["g1", "DEF-7-8", "DEF-7-7"]


@pytest.mark.rule("C2E-6.1-04", "C2E-14.1-01")
def test_installations_fight_beside_the_ships_of_their_owner_and_on_no_other_side() -> None:
    game = campaign({(3, 3): ADA, (7, 7): BRIN})
    for owner, ships in (("Ada", {"CH": 2}), ("Brin", {"FF": 1})):
        fleet(game, owner, (7, 7), "g1", **ships).contact = ContactOrder(attack="ANY")
    forts = fleet(game, "Brin", (7, 7), "DEF-7-7", FORT=2)
    forts.defence = True
    for vessel in game.ships_in(forts.id):
        vessel.defence = vessel.bound = True
    (battle,) = run(game, Ada="MANUAL g1", Brin="MANUAL g1").game.pending
    assert battle.sides == [["Ada"], ["Brin"]]
    assert battle.ships == [["Ada/1", "Ada/2"], ["Brin/1", "Brin/2", "Brin/3"]]
