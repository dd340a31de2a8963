"""Effects of the house rules for Event Horizon."""

from __future__ import annotations

from tests.mods.loading import Effect, booked, checked, new_game, play, sentence

FLEETS = {
    "ships": [
        {"owner": o, "number": n, "sector": "1,1", "hull": 4, "thrusters": 2, "weapons": 2,
         "shields": 1}
        for o in ("Ada", "Brin") for n in (2, 3, 4)
    ]
}  # fmt: skip


def order(variant):
    game = new_game(variant, FLEETS)
    codes = checked(variant, game, "SCUTTLE 2")
    ships = variant.forecast(game, "Ada", "scuttle 2")["ships"]
    return (
        codes,
        [ship["number"] for ship in ships],
        "SCUTTLE" in variant.order_options(variant.view(game, "Ada")),
    )


def wrapped_order(variant):
    game = new_game(variant)
    game.ships_of("Ada")[0].points = 8
    return play(variant, "MOVE 1 E", game).game.ships_of("Ada")[0].points


def shots(variant):
    """Return the damage of the shots of a turn's battle."""
    events = play(variant, game=new_game(variant, FLEETS)).events
    return [shot["damage"] for event in events if event.code == "battle.fought"
            and not event.audience for shot in event.data["shots"]]  # fmt: skip


def mined(variant):
    """Return what a mothership mines, in a forecast and in a turn."""
    game = new_game(variant)
    before = game.empires[0].stock["hull"]
    foreseen = variant.forecast(game, "Ada", "")["stock"]["hull"] - before
    return foreseen, play(variant, game=game).game.empires[0].stock["hull"] - before


def victory(variant):
    game = new_game(variant)
    game.empires[1].stock["thruster"] = 50
    outcome = play(variant, game=game).game.outcome
    return outcome and (outcome.winners, outcome.reason)


def clause(variant):
    game, lost = new_game(variant, FLEETS), 0
    while not lost:
        turn = play(variant, game=game)
        lost = len([e for e in turn.events if e.code == "ship.lost" and e.audience == ("Ada",)])
        game = turn.game
    return "EH-SALVAGE-001" in variant.rules, len(booked(turn, "EH-SALVAGE-001")) / lost


def data(variant):
    game = new_game(variant)
    return game.empires[0].stock["weapon"], game.options["turn_limit"], max(shots(variant))


EFFECTS = {
    "order": Effect(
        "new_order", order, (["unknown-order"], [1, 2, 3, 4], False), ([], [1, 3, 4], True)
    ),
    "wrapped order": Effect("wrapped_order", wrapped_order, 8, 4),
    "resolver": Effect("replaced_resolver", lambda v: bool(shots(v)), True, False),
    "battle rule": Effect("battle_rule", lambda v: max(shots(v)), 2, 6),
    "formula": Effect("replaced_formula", mined, (10, 10), (5, 5)),
    "wrapped formula": Effect("wrapped_formula", mined, (10, 10), (11, 11)),
    "phase": Effect("wrapped_phase", lambda v: booked(play(v), "Subsidy"), [], [1]),
    "victory": Effect("victory", victory, None, (("Brin",), "fifty thrusters")),
    "option": Effect("option", lambda v: new_game(v).empires[0].stock["hull"], 20, 25),
    "clause": Effect("clause", clause, (False, 0), (True, 1)),
    "message": Effect(
        "report_text", lambda v: sentence(play(v, "BUILD 1 0 1 0 0 Probe"), "ship.built"),
        ("Built Probe (#2) in sector 2,5.", False), ("Launched Probe (#2).", True),
    ),
    "language": Effect(
        "wrapped_language", lambda v: checked(v, new_game(v), "BAUE 1 0 1 0 0"),
        ["unknown-order"], [],
    ),
    "data mod": Effect("by_data.toml", data, (8, 200, 2), (20, 60, 6)),
}  # fmt: skip
