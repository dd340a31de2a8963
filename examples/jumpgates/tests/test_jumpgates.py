"""The contract of all variants, and the clauses of the rulebook around a season's moves."""
# ruff: noqa: ANN001, ANN002, ANN003, ANN201, D101, S101

import pytest
from jumpgates.model import BOARD, LANES, Fleet, is_gate

import horizons_core as hz
from horizons_core.orders import sample_order
from horizons_core.testing import VariantContract

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
def test_systems_change_hands_at_the_end_of_a_year(game):
    turn = turns(game, {"Ada": "MOVE Tern TO Cairn"})
    assert "Cairn" in [system.id for system in turn.game.owned("Ada")]
    assert "Ada takes Cairn." in turn.report("Brin").text
    put(turn.game, Ada="Tern Argent", Brin="Cairn Kelp").stage = ""
    turn = turns(turn.game, DISLODGE)
    assert turn.game.stage == "retreats"
    assert "Brin takes Kelp." not in turn.report("Brin").text
    assert "Brin takes Kelp." in turns(turn.game, {}).report("Brin").text


@pytest.mark.rule("JG-YEAR")
def test_a_system_keeps_its_owner_when_it_is_left(game):
    turn = turns(game, {"Ada": "MOVE Tern TO Argent"})
    assert "Tern" in [system.id for system in turn.game.owned("Ada")]


@pytest.mark.rule("JG-YEAR")
def test_only_those_with_a_decision_are_awaited(game):
    put(game, Ada="Tern Argent", Brin="Cairn Kelp")
    turn = turns(game, {"Ada": "MOVE Tern TO Cairn\nSUPPORT Argent FOR Tern TO Cairn"})
    assert (turn.game.stage, JUMPGATES.awaited(turn.game)) == ("retreats", ("Brin",))
    assert JUMPGATES.turn_title(turn.game) == "2400: retreats"
    assert JUMPGATES.check_orders(turn.game, "Ada", "HOLD Argent")[0].code == "wrong-stage"
    turn = turns(turn.game, {"Brin": "RETREAT Cairn TO Saffron"})
    assert (turn.game.stage, JUMPGATES.awaited(turn.game)) == ("adjustments", ("Ada", "Brin"))
    assert at(turn.game) == {"Cairn": "Ada", "Argent": "Ada", "Saffron": "Brin", "Kelp": "Brin"}


DISLODGE = {"Ada": "MOVE Tern TO Cairn\nSUPPORT Argent FOR Tern TO Cairn"}


@pytest.mark.rule("JG-RETREAT")
def test_a_fleet_does_not_retreat_to_its_attacker_an_occupied_or_a_contested_place(game):
    put(game, Ada="Tern Argent Oriel", Brin="Cairn Bronze Marl")
    contest = {"Ada": f"{DISLODGE['Ada']}\nMOVE Oriel TO Saffron", "Brin": "MOVE Bronze TO Saffron"}
    turn = turns(game, contest)
    assert turn.game.stage == "adjustments"
    assert "Cairn" not in [fleet.at for fleet in turn.game.fleets_of("Brin")]
    assert "Brin's fleet at Cairn is disbanded." in turn.report("Brin").text


@pytest.mark.rule("JG-RETREAT")
def test_a_fleet_retreats_along_a_lane(game):
    put(game, Ada="Tern Argent", Brin="Cairn")
    (lost,) = turns(game, DISLODGE).game.fleets_of("Brin")
    assert lost.retreats == ["Saffron", "Bronze"]


@pytest.mark.rule("JG-RETREAT")
def test_fleets_that_retreat_to_the_same_place_are_disbanded(game):
    put(game, Ada="Tern Argent Kelp Cobalt", Brin="Cairn Bronze")
    attack = "\nMOVE Kelp TO Bronze\nSUPPORT Cobalt FOR Kelp TO Bronze"
    turn = turns(game, {"Ada": DISLODGE["Ada"] + attack})
    retreats = "RETREAT Cairn TO Saffron\nRETREAT Bronze TO Saffron"
    assert not turns(turn.game, {"Brin": retreats}).game.fleets_of("Brin")


@pytest.mark.rule("JG-RETREAT")
def test_a_dislodged_fleet_without_a_retreat_is_disbanded(game):
    put(game, Ada="Tern Argent", Brin="Cairn")
    game = turns(game, DISLODGE, {}).game
    assert at(game) == {"Cairn": "Ada", "Argent": "Ada"}


@pytest.mark.rule("JG-ADJUST")
def test_fleets_are_built_at_empty_systems_of_the_empire(game):
    own(put(game, Ada="Cairn Larkspur", Brin="Tern Basalt"), Ada="Halcyon Larkspur Cairn",
        Brin="Basalt Quill Kelp")  # fmt: skip
    game = turns(game, {}).game
    assert (game.stage, JUMPGATES.awaited(game)) == ("adjustments", ("Ada", "Brin"))
    orders = {"Ada": "BUILD Larkspur\nBUILD Halcyon", "Brin": "BUILD Juniper\nBUILD Quill"}
    turn = hz.run_turn(game, orders)
    assert [r.message for r in turn.diagnostics["Ada"]] == ["BUILD: Larkspur is not possible"]
    assert [r.message for r in turn.diagnostics["Brin"]] == ["BUILD: Juniper is not possible"]
    assert {fleet.at for fleet in turn.game.fleets} == {
        "Cairn", "Larkspur", "Halcyon", "Tern", "Basalt", "Quill",
    }  # fmt: skip
    assert JUMPGATES.turn_title(turn.game) == "2401: moves"


@pytest.mark.rule("JG-ADJUST")
def test_a_player_who_has_nothing_to_adjust_is_not_awaited(game):
    game = turns(game, {"Ada": "MOVE Tern TO Cairn"}).game
    assert (game.stage, JUMPGATES.awaited(game)) == ("adjustments", ("Ada",))
    assert JUMPGATES.turn_title(game) == "2400: adjustments"
    assert turns(game, {"Ada": "BUILD Tern"}).game.stage == ""


@pytest.mark.rule("JG-ADJUST")
@pytest.mark.parametrize(
    ("orders", "left"), [("", "Tern Argent"), ("DISBAND Tern", "Argent Dross")]
)
def test_without_orders_the_latest_fleets_are_disbanded(game, orders, left):
    own(put(game, Ada="Tern Argent Dross", Brin="Basalt"), Ada="Tern Halcyon", Brin="Basalt")
    game = turns(game, {}, {"Ada": orders}).game
    assert " ".join(fleet.at for fleet in game.fleets_of("Ada")) == left


@pytest.mark.rule("JG-END")
def test_nine_systems_win(game):
    nine = "Halcyon Larkspur Tern Cairn Isthmus Nexus Oriel Saffron"
    own(put(game, Ada="Argent", Brin="Basalt"), Ada=nine, Brin="Basalt")
    turn = turns(game, {"Ada": "MOVE Argent TO Nexus"})
    assert turn.game.outcome is None
    turn = turns(turn.game, {}, {"Ada": "MOVE Nexus TO Cobalt"}, {}, {"Ada": "MOVE Cobalt TO Kelp"})
    assert turn.game.outcome.winners == ("Ada",)


@pytest.mark.rule("JG-END")
def test_the_most_systems_win_after_the_last_year(game):
    game.options["years"] = 1
    assert turns(game, {}).game.outcome.winners == ("Ada", "Brin")


@pytest.mark.rule("JG-END")
def test_the_last_empire_wins(game):
    own(put(game, Ada="Basalt"), Ada="Halcyon", Brin="Basalt")
    after = turns(game, {}).game
    assert after.outcome.winners == ("Ada",)
    assert [empire.active for empire in after.empires] == [True, False]


def stages(game):
    """Yield a game at each of the stages."""
    yield game
    crowded = JUMPGATES.new_game(["Ada", "Brin"], seed=1)
    put(crowded, Ada="Tern Argent Dross", Brin="Cairn Kelp")
    own(crowded, Ada="Halcyon", Brin="Oriel Marl Dusk Fen")
    dislodged = turns(crowded, DISLODGE).game
    yield dislodged
    yield turns(dislodged, {"Brin": "RETREAT Cairn TO Saffron"}).game


def test_every_order_that_is_offered_is_accepted(game):
    game.fleets.append(Fleet(id="a carrier", owner="Ada", at="Argent"))
    offered = dict.fromkeys((command.keyword for command in JUMPGATES.commands), 0)
    for now in stages(game):
        for name in JUMPGATES.awaited(now):
            view = JUMPGATES.view(now, name)
            for keyword in JUMPGATES.order_options(view):
                for number in range(5):
                    stream = hz.Stream.from_key("offers", number)
                    order = sample_order([JUMPGATES.command(keyword)], view, stream, JUMPGATES)
                    assert not JUMPGATES.check_orders(now, name, order.line), order.line
                    offered[keyword] += 1
    assert min(offered.values()) > 0, offered
