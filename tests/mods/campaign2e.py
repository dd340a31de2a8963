"""Effects of the house rules for the campaign."""

from __future__ import annotations

import horizons_core as hz
from horizons_core.sums import int_sum
from tests.mods.loading import Effect, booked, checked, new_game, play, sentence

MEETING = {
    "week": 5,
    "remove": ["worlds", "forces"],
    "worlds": {"1,1": {"owner": "Ada"}, "12,12": {"owner": "Brin"}},
    "players": {name: {"treasury": 500} for name in ("Ada", "Brin")},
    "groups": [
        {"owner": "Ada", "at": "7,7", "name": "a", "ships": {"Leviathan": 2}},
        {"owner": "Brin", "at": "7,7", "name": "b", "ships": {"Leviathan": 1}},
    ],
}


def worlds(game):
    """Return the ids of Ada's worlds, her capital last."""
    ids = sorted(world.id for world in game.worlds_of("Ada"))
    return sorted(ids, key=lambda name: name == game.empire("Ada").capital)


def order(variant):
    game = new_game(variant)
    name = worlds(game)[0]
    turn = play(variant, f"LEVY {name}", game)
    lost = turn.game.world(name).points - game.world(name).points
    return checked(variant, game, f"LEVY {name}"), booked(turn, f"Levy of {name}"), lost


def wrapped_order(variant):
    game = new_game(variant)
    frontier, *_, capital = worlds(game)
    return [checked(variant, game, f"BUY Glimmer AT {name}") for name in (frontier, capital)]


def captures(variant):
    """Return, for each ship left after a battle in a game, whether it is a capture."""
    orders = {"Ada": "CONTACT a ATTACK", "Brin": "CONTACT b ATTACK\nBATTLE b BREAKOFF 100"}
    turn = hz.run_turn(new_game(variant, MEETING), orders, variant=variant)
    assert variant.invariants(turn.game) == []
    return [ship.captured for ship in turn.game.ships]


def upkeep(variant):
    """Return a cruiser's upkeep, in the view and as charged in a turn."""
    game = new_game(variant)
    (price,) = (s["upkeep"] for s in variant.view(game, "Ada")["ships"] if s["name"] == "Argent-1")
    return price, booked(play(variant, game=game), "Maintenance of Argent-1")


def phase(variant):
    game = new_game(variant)
    for name in worlds(game)[:-3]:
        game.world(name).owner = ""
    return booked(play(variant, game=game), "Subsidy")


def victory(variant):
    game = new_game(variant)
    for world in [world for world in game.worlds if not world.owner][:12]:
        world.owner = "Brin"
    outcome = play(variant, game=game).game.outcome
    return outcome and (outcome.winners, outcome.reason)


def clause(variant):
    return "C2E-BANK-001" in variant.rules, booked(play(variant), "C2E-BANK-001")


def rounds(variant):
    sides = {name: [{"design": "Argent", "count": 6}] for name in ("Ada", "Brin")}
    return variant.combat.resolve(variant.battle({"sides": sides}), 1).rounds


def data(variant):
    game = new_game(variant)
    ships = [ship for ship in game.ships_of("Ada") if not ship.defence]
    fleet = int_sum(s.design.points for s in ships if not s.design.is_supply_ship)
    return game.options["weeks"], fleet, rounds(variant)


def message(variant):
    text, signed = sentence(play(variant), "standing.told")
    return text.split(": 6 worlds")[0], signed


EFFECTS = {
    "order": Effect("new_order", order, (["unknown-order"], [], 0), ([], [1000], -1)),
    "wrapped order": Effect("wrapped_order", wrapped_order, [[], []], [["no-port"], []]),
    "resolver": Effect("replaced_resolver", captures, [False, False, True], [False, False]),
    "battle rule": Effect("battle_rule", rounds, 7, 6),
    "formula": Effect("replaced_formula", upkeep, (4.93, [-593]), (4.53, [-453])),
    "wrapped formula": Effect(
        "wrapped_formula", lambda v: new_game(v).ships_of("Ada")[0].endurance, 6, 7
    ),
    "phase": Effect("wrapped_phase", phase, [], [1000]),
    "victory": Effect("victory", victory, None, (("Brin",), "twelve worlds")),
    "option": Effect("option", lambda v: new_game(v).empires[0].stock["credits"], 7500, 27_500),
    "clause": Effect("clause", clause, (False, []), (True, [90])),
    "message": Effect("report_text", message, ("You stand at 8333.20", False),
                      ("Your standing: 8333.20.", True)),
    "data mod": Effect("by_data.toml", data, (None, 3971, 7), (26, 1987, 5)),
}  # fmt: skip
