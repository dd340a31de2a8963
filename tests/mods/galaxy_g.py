"""Effects of the house rules for Galaxy G."""

from __future__ import annotations

from tests.mods.loading import Effect, booked, checked, new_game, play, sentence

MEETING = {
    "races": {"Ada": {"types": {"Gun": [2, 2, 9, 2, 0]}, "war": ["Brin"]},
              "Brin": {"types": {"Gun": [2, 2, 9, 2, 0]}, "war": ["Ada"]}},
    "groups": [{"owner": name, "type": "Gun", "at": "1", "ships": 5}
               for name in ("Ada", "Brin")],
}  # fmt: skip
SPEC = {"sides": {name: [{"design": [1, 1, 6, 3, 0], "ships": 10}] for name in ("Ada", "Brin")}}


def home(game):
    """Return Ada's planet."""
    return game.planets_of("Ada")[0]


def order(variant):
    game = new_game(variant)
    text, before = f"tax {home(game).name}", home(game).population
    taxi = [r.message[:2] for r in variant.check_orders(game, "Ada", "TAXI a b")]
    people = home(play(variant, text, game).game).population
    return checked(variant, game, text), taxi, people < before


def wrapped_order(variant):
    game = new_game(variant)
    home(game).materials = 8.0
    texts = ("P {} MAT", "P {} CAP\nP {} MAT")
    orders = [text.format(*2 * [home(game).name]) for text in texts]
    return [home(play(variant, text, game).game).materials for text in orders]


def lost(variant):
    """Return the ships of both races that a battle in a game destroys."""
    before = new_game(variant, MEETING)
    after = play(variant, game=before).game
    ships = [sum(g.ships for r in game.empires for g in r.groups) for game in (before, after)]
    return ships[0] - ships[1]


def production(variant):
    """Return the points of Ada's home in the view, and those that forecast and turn book."""
    game = new_game(variant)
    home(game).industry = 400.0
    (planet,) = variant.view(game, "Ada")["planets"]
    foreseen = variant.forecast(game, "Ada", "")["forecast"]["ledger"]
    assert booked(play(variant, game=game), "Production") == [planet["production"]]
    assert [e["amount"] for e in foreseen if e["reason"] == "Production"] == [planet["production"]]
    return planet["production"]


def victory(variant):
    game = new_game(variant)
    home(game).size = home(game).population = 1600.0
    outcome = play(variant, game=game).game.outcome
    return outcome and (outcome.winners, outcome.reason)


def clause(variant):
    game = new_game(variant)
    turn = play(variant, f"P {home(game).name} MAT", game)
    return "GG-TITHE-001" in variant.rules, [e.code for e in turn.events
                                             if e.rules == ("GG-TITHE-001",)]  # fmt: skip


def message(variant):
    orders = f"D Probe 1 0 0 0 0\nP {home(new_game(variant)).name} Probe"
    return sentence(play(variant, orders), "planet.built_ships")


def language(variant):
    return checked(variant, new_game(variant), "Entwirf Probe 1 0 0 0 0")


def fired(variant):
    return variant.combat.resolve(variant.battle(SPEC), 1).fired


def data(variant):
    return home(play(variant).game).colonists, fired(variant)


EFFECTS = {
    "order": Effect("new_order", order, (["too-few-words"], ["T:"], False), ([], ["T:"], True)),
    "wrapped order": Effect(
        "wrapped_order", wrapped_order, [10_008.0, 10_008.0], [10_004.0, 10_002.0]
    ),
    "resolver": Effect("replaced_resolver", lost, 5, 0),
    "battle rule": Effect("battle_rule", fired, 29, 23),
    "formula": Effect("replaced_formula", production, 550.0, 1000.0),
    "wrapped formula": Effect("wrapped_formula", production, 550.0, 1100.0),
    "phase": Effect("wrapped_phase", lambda v: home(play(v).game).materials, 0.0, 5.0),
    "victory": Effect("victory", victory, None, (("Ada",), "1,500 people")),
    "option": Effect("option", lambda v: home(new_game(v)).materials, 0.0, 50.0),
    "clause": Effect("clause", clause, (False, []), (True, ["planet.tithe"])),
    "message": Effect(
        "report_text",
        message,
        ("5 built 99 Probe: group 1.", False),
        ("5 launched 99 Probe (group 1).", True),
    ),
    "language": Effect("wrapped_language", language, ["too-many-words"], []),
    "data mod": Effect("by_data.toml", data, (10.0, 29), (15.0, 25)),
}
