"""The contract of all variants, and the clauses of the rulebook around a season's moves."""
# ruff: noqa: ANN001, ANN002, ANN003, ANN201, D101, S101

import pytest
from jumpgates.model import BOARD, LANES, Fleet, is_gate

import horizons_core as hz
from horizons_core.orders import sample_order
from horizons_core.testing import VariantContract, play

JUMPGATES = hz.load_variant("jumpgates")


class TestContract(VariantContract):
    variant_name = "jumpgates"
    players = ("Ada", "Brin <3 & Co", "Çelik of Io", "Dora")

    def faults(self, game):
        places = [fleet.at for fleet in game.fleets if not fleet.retreats]
        doubles = [f"two fleets at {p}" for p in dict.fromkeys(places) if places.count(p) > 1]
        return [*super().faults(game), *doubles]


@pytest.fixture
def game():
    """Return a game of Ada, at Halcyon, and Brin, at Basalt."""
    return JUMPGATES.new_game(["Ada", "Brin"], seed=1)


def put(game, **fleets):
    """Put a fleet of each owner at each of the places, and no others, on the map."""
    places = [(owner, place) for owner, places in fleets.items() for place in places.split()]
    game.fleets = [Fleet(id=f"{o} {place}", owner=o, at=place) for o, place in places]
    return game


def own(game, **systems):
    """Give systems to empires; all others are neutral."""
    owners = {place: owner for owner, places in systems.items() for place in places.split()}
    for system in game.systems:
        system.owner = owners.get(system.id, "")
    return game


def turns(game, *orders):
    """Run a turn for each mapping of orders; return the last, without any remark."""
    for texts in orders:
        turn = hz.run_turn(game, texts)
        game = turn.game
        assert not any(turn.diagnostics.values())
    return turn


def at(game):
    return {fleet.at: fleet.owner for fleet in game.fleets}


@pytest.mark.rule("JG-MAP")
@pytest.mark.parametrize(
    ("players", "capitals"),
    [(2, "Halcyon Basalt"), (3, "Halcyon Oriel Basalt"), (4, "Halcyon Oriel Basalt Dusk")],
)
def test_each_player_begins_with_three_fleets_at_home(players, capitals):
    names = ["Ada", "Brin", "Cleo", "Dora"][:players]
    game = JUMPGATES.new_game(names, seed=1)
    assert [len(game.fleets_of(name)) for name in names] == [3] * players
    owners = [system.owner for system in game.systems if system.id in capitals.split()]
    assert sorted(owners) == names
    assert at(game) == {s.id: s.owner for s in game.systems if s.owner}


@pytest.mark.rule("JG-MAP")
def test_all_places_have_the_same_neighbours_after_a_quarter_turn():
    at = {place: tuple(row["at"]) for place, row in BOARD.items()}
    by_spot = {spot: place for place, spot in at.items()}
    turned = {place: by_spot[6 - y, x] for place, (x, y) in at.items()}
    for place in BOARD:
        ends = {turned[end] for end in LANES.neighbours(place)}
        assert ends == set(LANES.neighbours(turned[place]))
        assert is_gate(place) == is_gate(turned[place])


@pytest.mark.rule("JG-HOLD")
def test_a_second_order_for_a_fleet_is_refused(game):
    turn = hz.run_turn(game, {"Ada": "MOVE Tern TO Cairn\nHOLD Tern"})
    assert [(r.line, r.message) for r in turn.diagnostics["Ada"]] == [
        (2, "HOLD: this fleet has an order already")
    ]
    assert at(turn.game)["Cairn"] == "Ada"


@pytest.mark.rule("JG-MOVE")
def test_a_move_out_of_reach_is_refused_with_the_places_in_reach(game):
    (remark,) = JUMPGATES.check_orders(game, "Ada", "MOVE Tern TO Nexus")
    assert remark.message == "MOVE: Nexus is not possible"
    assert remark.hint == "possible: Halcyon, Cairn, Argent"


@pytest.mark.rule("JG-YEAR")
def test_systems_change_hands_after_autumn(game):
    turn = turns(game, {"Ada": "MOVE Tern TO Cairn"})
    assert JUMPGATES.turn_title(turn.game) == "Autumn 2400: moves"
    assert "Cairn" not in [system.id for system in turn.game.owned("Ada")]
    turn = turns(turn.game, {})
    assert "Cairn" in [system.id for system in turn.game.owned("Ada")]
    assert "Ada takes Cairn." in turn.report("Brin").text


@pytest.mark.rule("JG-YEAR")
def test_a_system_keeps_its_owner_when_it_is_left(game):
    turn = turns(game, {"Ada": "MOVE Tern TO Argent"}, {})
    assert "Tern" in [system.id for system in turn.game.owned("Ada")]


@pytest.mark.rule("JG-YEAR")
def test_only_those_with_a_decision_are_awaited(game):
    put(game, Ada="Tern Argent", Brin="Cairn Kelp")
    turn = turns(game, {"Ada": "MOVE Tern TO Cairn\nSUPPORT Argent FOR Tern TO Cairn"})
    assert (turn.game.stage, JUMPGATES.awaited(turn.game)) == ("retreats", ("Brin",))
    assert JUMPGATES.turn_title(turn.game) == "Spring 2400: retreats"
    assert JUMPGATES.check_orders(turn.game, "Ada", "HOLD Argent")[0].code == "wrong-stage"
    turn = turns(turn.game, {"Brin": "RETREAT Cairn TO Saffron"})
    assert (turn.game.stage, turn.game.season) == ("", 1)
    assert at(turn.game) == {"Cairn": "Ada", "Argent": "Ada", "Saffron": "Brin", "Kelp": "Brin"}


DISLODGE = {"Ada": "MOVE Tern TO Cairn\nSUPPORT Argent FOR Tern TO Cairn"}


@pytest.mark.rule("JG-RETREAT")
def test_a_fleet_does_not_retreat_to_its_attacker_an_occupied_or_a_contested_place(game):
    put(game, Ada="Tern Argent Oriel", Brin="Cairn Bronze Marl")
    contest = {"Ada": f"{DISLODGE['Ada']}\nMOVE Oriel TO Saffron", "Brin": "MOVE Bronze TO Saffron"}
    turn = turns(game, contest)
    assert turn.game.stage == ""
    assert "Cairn" not in [fleet.at for fleet in turn.game.fleets_of("Brin")]
    assert "Brin's Brin Cairn at Cairn is disbanded." in turn.report("Brin").text


@pytest.mark.rule("JG-RETREAT")
def test_a_fleet_may_retreat_to_the_place_its_attacker_left_by_gates(game):
    put(game, Ada="Tern Argent Saffron", Brin="Cairn")
    jump = "MOVE Tern TO Cairn BY GATES\nCARRY Argent FOR Tern TO Cairn\n"
    turn = turns(game, {"Ada": f"{jump}SUPPORT Saffron FOR Tern TO Cairn"})
    (lost,) = turn.game.fleets_of("Brin")
    assert lost.retreats == ["Tern", "Bronze"]


@pytest.mark.rule("JG-RETREAT")
def test_fleets_that_retreat_to_the_same_place_are_disbanded(game):
    put(game, Ada="Tern Argent Kelp Cobalt", Brin="Cairn Bronze")
    attack = "\nMOVE Kelp TO Bronze\nSUPPORT Cobalt FOR Kelp TO Bronze"
    turn = turns(game, {"Ada": DISLODGE["Ada"] + attack})
    retreats = "RETREAT Cairn TO Saffron\nRETREAT Bronze TO Saffron"
    assert not turns(turn.game, {"Brin": retreats}).game.fleets_of("Brin")


@pytest.mark.rule("JG-RETREAT")
@pytest.mark.parametrize("orders", ["", "DISBAND Cairn"])
def test_a_dislodged_fleet_without_a_retreat_is_disbanded(game, orders):
    put(game, Ada="Tern Argent", Brin="Cairn")
    game = turns(game, DISLODGE, {"Brin": orders}).game
    assert at(game) == {"Cairn": "Ada", "Argent": "Ada"}


@pytest.mark.rule("JG-ADJUST")
def test_fleets_are_built_at_empty_homes_that_the_empire_owns(game):
    own(put(game, Ada="Cairn Larkspur", Brin="Tern Basalt"), Ada="Halcyon Larkspur Cairn",
        Brin="Basalt Quill")  # fmt: skip
    game = turns(game, {}, {}).game
    assert (game.stage, JUMPGATES.awaited(game)) == ("adjustments", ("Ada", "Brin"))
    orders = {"Ada": "BUILD Halcyon\nBUILD Tern", "Brin": "BUILD Juniper\nBUILD Quill"}
    turn = hz.run_turn(game, orders)
    assert [r.message for r in turn.diagnostics["Ada"]] == ["BUILD: Tern is not possible"]
    assert [r.message for r in turn.diagnostics["Brin"]] == ["BUILD: Juniper is not possible"]
    assert {fleet.at for fleet in turn.game.fleets} == {
        "Cairn", "Larkspur", "Halcyon", "Tern", "Basalt", "Quill",
    }  # fmt: skip
    assert JUMPGATES.turn_title(turn.game) == "Spring 2401: moves"


@pytest.mark.rule("JG-ADJUST")
def test_a_player_who_has_nothing_to_adjust_is_not_awaited(game):
    game = turns(game, {"Ada": "MOVE Tern TO Cairn"}, {}).game
    assert (game.stage, JUMPGATES.awaited(game)) == ("adjustments", ("Ada",))
    assert JUMPGATES.turn_title(game) == "Winter 2400: adjustments"
    assert turns(game, {"Ada": "BUILD Tern"}).game.stage == ""


@pytest.mark.rule("JG-ADJUST")
@pytest.mark.parametrize(
    ("fleets", "orders", "left"),
    [
        ("Tern Argent Nexus", "", "Tern Argent"),
        ("Tern Argent Nexus", "DISBAND Tern", "Argent Nexus"),
        ("Dross Bronze", "", "Dross"),
    ],
)
def test_without_orders_the_farthest_fleets_are_disbanded(game, fleets, orders, left):
    own(put(game, Ada=fleets, Brin="Basalt"), Ada="Tern", Brin="Basalt")
    game = turns(game, {}, {}, {"Ada": orders}).game
    assert " ".join(fleet.at for fleet in game.fleets_of("Ada")) == left


@pytest.mark.rule("JG-END")
def test_nine_systems_win(game):
    nine = "Halcyon Larkspur Tern Cairn Isthmus Nexus Oriel Saffron"
    own(put(game, Ada="Marl", Brin="Basalt"), Ada=nine, Brin="Basalt")
    assert turns(game, {}).game.outcome is None
    assert turns(game, {}, {}).game.outcome.winners == ("Ada",)


@pytest.mark.rule("JG-END")
def test_the_most_systems_win_after_the_last_year(game):
    game.options["years"] = 1
    assert turns(game, {}, {}).game.outcome.winners == ("Ada", "Brin")


@pytest.mark.rule("JG-END")
def test_the_last_empire_wins(game):
    own(put(game, Ada="Basalt"), Ada="Halcyon", Brin="Basalt")
    after = turns(game, {}, {}).game
    assert after.outcome.winners == ("Ada",)
    assert [empire.active for empire in after.empires] == [True, False]


def played_turns():
    for seed in (1, 2, 3):
        bots = dict.fromkeys(["Ada", "Brin", "Cleo", "Dora"], JUMPGATES.bots["admiral"])
        bots["Brin"] = JUMPGATES.bots["random"]
        yield from play(JUMPGATES, JUMPGATES.new_game([*bots], seed=seed), bots, seed, turns=30)


def test_every_order_that_is_offered_is_accepted():
    offered = dict.fromkeys((command.keyword for command in JUMPGATES.commands), 0)
    for played in played_turns():
        for name in JUMPGATES.awaited(played.before):
            view = JUMPGATES.view(played.before, name)
            stream = hz.Stream.from_key("offers", name, played.before.turn)
            possible = [JUMPGATES.command(keyword) for keyword in JUMPGATES.order_options(view)]
            order = sample_order(possible, view, stream, JUMPGATES)
            assert order.line
            assert not JUMPGATES.check_orders(played.before, name, order.line), order.line
            offered[order.subject[0]] += 1
    assert min(offered.values()) > 0, offered
