"""Rules at their limits: starting fleets, tugs, yields of worlds, assets of lost owners."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, variant
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model import Campaign, World
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.model.worlds import RESOURCES
from variants.campaign2e.rules.interdiction import settle_interdiction
from variants.campaign2e.rules.jumps_and_lanes import stranded
from variants.campaign2e.rules.trade import end_agreements

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}
TUG = "TYPE AX MASS 80 HULL 8 ARMOUR 0 THRUST 2 FTL WITH TUG {0}"


@pytest.mark.rule("C2E-4.1-01")
@pytest.mark.parametrize(
    ("purchases", "codes"),
    [
        ({"Argent": 12, "Gannet": 2, "Glimmer": 6}, []),  # 4000 points
        ({"Argent": 13, "Glimmer": 1, "Bramble": 1}, ["over-limit"]),  # 4001
    ],
)
def test_a_starting_fleet_is_of_4000_points_at_most(purchases: dict[str, int], codes) -> None:
    game = campaign({(7, 5): ADA, (9, 9): BRIN}, money=9000, setup="orders")
    game.round, game.week = 3, 0
    game.empire("Ada").commissioning = True
    orders = "\n".join(f"COMMISSION {name} {count} AT 7,5" for name, count in purchases.items())
    turn = run(game, Ada=orders)
    assert [remark.split(":")[0] for remark in remarks(turn, "Ada")] == codes
    bought = [s.design for s in turn.game.ships if not s.defence and not s.design.is_supply_ship]
    assert sum(design.points for design in bought) == (3953 if codes else 4000)


@pytest.mark.rule("C2E-5.1-03", "C2E-8.2-02")
@pytest.mark.parametrize(
    ("capacity", "left"),
    [
        (0, ["Heron", "Gannet", "Argent"]),
        (17, ["Heron", "Gannet", "Argent"]),
        (18, ["Gannet", "Argent"]),
        (49, ["Gannet", "Argent"]),
        (50, ["Argent"]),
    ],
)
def test_tugs_carry_the_lightest_first_and_never_what_is_bound(
    capacity: int, left: list[str]
) -> None:
    game = campaign({(7, 5): ADA})
    fleet(game, "Ada", (7, 5), "g1", CH=1, DD=1, FF=1, CT=1)
    for ship in game.ships:
        ship.ftl = "out"
    game.ships[-1].bound = True
    if capacity:
        tug = design_from("Tug", TUG.format(capacity))
        game.ships.append(new_ship("Ada/9", "Ada", "Tug", tug, game.groups[0].id))
    names = {ship.design.name for ship in stranded(game.ships)}
    assert names == {"Bramble", *left}


@pytest.mark.rule("C2E-2.1-01", "C2E-2.6-03")
@pytest.mark.parametrize("resource", ["", "Major Trading Hub", *RESOURCES])
def test_a_world_yields_its_points_and_one_of_luxuries_by_the_die(resource: str) -> None:
    world = World(id="7,7", at=(7, 7), resource=resource, full=8, points=8, die=9)
    expected = 1200 if resource == "Luxuries" else 800
    assert variant().economy.base_income(world) == expected


class Context:
    """The parts of a step's context that the rules use."""

    def __init__(self, game: Campaign) -> None:
        self.game, self.variant, self.notes = game, variant(), {}
        self.told: list[str] = []

    def emit(self, kind, *_args, **_data) -> None:
        self.told.append(kind.code)


@pytest.mark.rule("C2E-8.4-04", "C2E-6.1-01")
def test_who_interdicts_already_goes_on_beside_who_comes() -> None:
    game = campaign({(7, 8): BRIN, (7, 5): ADA}, ("Ada", "Brin", "Cleo"))
    fleet(game, "Ada", (7, 8), "g1", CH=1).posture = "interdict"
    for before, after in (([], ["Ada"]), (["Cleo"], ["Cleo", "Ada"]), (["Ada"], ["Ada"])):
        game.worlds[1].interdicted = list(before)
        context: object = Context(game)
        settle_interdiction(context)  # type: ignore[arg-type]
        assert game.worlds[1].interdicted == after


@pytest.mark.rule("C2E-10.1-02")
def test_what_was_agreed_on_a_world_ends_with_its_owner_and_nothing_else() -> None:
    game = campaign({(7, row): ADA for row in (3, 4, 5, 6, 7)})
    game.world("7,3").helper, game.world("7,5").helper, game.world("7,7").helper = (
        "7,4",
        "7,6",
        "7,4",
    )
    game.empire("Ada").helpers = {"7,3": "7,4", "7,5": "7,6", "7,4": "7,7", "7,7": "7,4"}
    context: object = Context(game)
    end_agreements(context, game.world("7,4"))  # type: ignore[arg-type]
    assert [world.helper for world in game.worlds] == ["", "", "7,6", "", ""]
    assert game.empire("Ada").helpers == {"7,5": "7,6"}
