"""Effects of the house rules for Starcluster."""

from __future__ import annotations

from tests.mods.loading import Effect, booked, checked, new_game, play, sentence

FLEETS = {"Ada": "Dove", "Brin": "Wren"}
WAR = {
    "empires": {name: {"knows": [str(number) for number in range(1, 26)]} for name in FLEETS},
    "relations": [{"between": ["Ada", "Brin"], "stance": "WAR"}],
    "fleets": [
        {"owner": owner, "at": "9", "name": f"Fleet {owner}", "doctrine": {"break_off": 100},
         "units": [{"class": name, "hull": "DD", "design": "L1 L1 Q Q Y (I)x5", "count": 9}]}
        for owner, name in FLEETS.items()
    ],
}  # fmt: skip
PEACE = {"relations": [{"between": ["Ada", "Brin"]}]}


def order(variant):
    game = new_game(variant)
    home = game.system("1")
    home.revolt, home.revolt_turns = 50, 3
    turn = play(variant, "pacify 1", game)
    codes, paid = checked(variant, game, "PACIFY 1"), booked(turn, "peace in 1")
    return codes, turn.game.system("1").revolt, paid


def wrapped_order(variant):
    game = new_game(variant, PEACE)
    codes = []
    for number in (119, 120):
        game.turn = number
        codes.append(checked(variant, game, "WAR Brin"))
    return codes


def left(variant):
    """Return the number of units that each side has left after a battle in a game."""
    classes = [unit.of_class for unit in play(variant, game=new_game(variant, WAR)).game.units]
    return [classes.count(name) for name in FLEETS.values()]


def growth(variant):
    """Return a colony's growth in a turn."""
    game = new_game(variant)
    game.system("1").pu = 500
    turn = play(variant, game=game)
    return turn.game.system("1").pu - 500


def price(variant):
    """Return the price of a yard, in the view and in a turn."""
    game = new_game(variant)
    (yard,) = variant.view(game, "Ada")["classes"]
    ledger = play(variant, "BUILD Yard-1 1 Yard", game).ledger
    return yard["price"], [entry.amount for entry in ledger.of("Ada")][-1]


def phase(variant):
    game = new_game(variant)
    game.empire("Ada").claims = ["2", "3"]
    return booked(play(variant, game=game), "aid for claims")


def victory(variant):
    game = new_game(variant)
    for number in range(1, 6):
        game.system(f"C{number:03}").owner = "Brin"
    outcome = play(variant, game=game).game.outcome
    return outcome and (outcome.winners, outcome.reason)


def clause(variant):
    game = new_game(variant)
    game.empire("Ada").stock["MC"] = 10_000_000
    return "SC-TAX-001" in variant.rules, booked(play(variant, game=game), "SC-TAX-001")


def data(variant):
    game = new_game(variant)
    turn = play(variant, "FREIGHTERS 2", game)
    return game.options["pace"], booked(turn, "2 freighters"), left(variant)


EFFECTS = {
    "order": Effect("new_order", order, (["unknown-order"], 50, []), ([], 0, [-50_000])),
    "wrapped order": Effect("wrapped_order", wrapped_order, [[], []], [["too-early"], []]),
    "resolver": Effect("replaced_resolver", left, [4, 4], [7, 8]),
    "battle rule": Effect("battle_rule", left, [4, 4], [5, 7]),
    "formula": Effect("replaced_formula", growth, 51, 102),
    "wrapped formula": Effect("wrapped_formula", price, (2128.0, -212_800), (1915.2, -191_520)),
    "phase": Effect("wrapped_phase", phase, [], [20_000]),
    "victory": Effect("victory", victory, None, (("Brin",), "five core systems")),
    "option": Effect("option", lambda v: new_game(v).empires[0].stock["MC"], 10**6, 2 * 10**6),
    "clause": Effect("clause", clause, (False, []), (True, [-274_000])),
    "message": Effect("report_text", lambda v: sentence(play(v), "score.told"),
                      ("Your score is 1,064.", False), ("You have 1,064 points.", True)),
    "data mod": Effect("by_data.toml", data, (100, [-100_000], [4, 4]), (40, [-50_000], [5, 5])),
}  # fmt: skip
