"""Effects of the house rules for Far Horizons."""

from __future__ import annotations

from tests.mods.loading import Effect, booked, checked, new_game, play, sentence

RAID = "START COMBAT\nBATTLE 1 1 1\nATTACK SP Brin Empire\nENGAGE 3\nEND\n"
FLEETS = {
    "species": {
        name: {"ships": {f"DD Number{n}": {"at": "1 1 1"} for n in range(5)}}
        for name in ("Ada", "Brin")
    }
}


def home(game):
    """Return Ada's home planet."""
    return next(colony for colony in game.empires[0].living_colonies() if colony.home)


def produce(game, orders=""):
    """Return orders for Ada's home planet."""
    return f"START PRODUCTION\nPRODUCTION PL {home(game).name}\n{orders}\nEND\n"


def work(variant, orders=""):
    """Run a turn with orders for Ada's home planet."""
    game = new_game(variant)
    return play(variant, produce(game, orders), game)


def order(variant):
    """Return the remarks on PRAY: right, for no planet, in no section of its phase; its effect."""
    game = new_game(variant)
    text = f'START PRE-DEPARTURE\nPray "{home(game).name}"\nEND\n'
    wrong = text.replace(home(game).name, "X"), text.replace("PRE-DEPARTURE", "JUMPS")
    codes = [checked(variant, game, orders) for orders in (text, *wrong)]
    return codes, home(play(variant, text, game).game).items.get("PD", 0)


def wrapped_order(variant):
    game = new_game(variant)
    game.empires[0].met.append("Brin")
    turn = play(variant, "START PRE-DEPARTURE\nEnemy SP Brin Empire\nEND\n", game)
    report = turn.report("Brin").data["events"]
    return [event["text"].strip() for event in report if event["code"] == "war-heard"]


def changed_check(variant):
    game = new_game(variant)
    ada = game.empires[0]
    ada.met.append("Brin")
    ada.government_type = "Council"
    return checked(variant, game, "START PRE-DEPARTURE\nAlly SP Brin Empire\nEND\n")


def shots(variant):
    """Return the number of shots in a battle of a game."""
    events = play(variant, RAID, new_game(variant, FLEETS)).events
    return len([event for event in events if event.code == "shot" and "Ada" in event.audience])


def cost(variant):
    """Return the cost of a transport in a turn, and in a forecast."""
    turn = work(variant, "Build TR2 Mule")
    (built,) = (event for event in turn.events if event.code == "ship-built")
    game = new_game(variant)
    foreseen = variant.forecast(game, "Ada", produce(game, "Build TR2 Mule"))["forecast"]["events"]
    assert [e["data"]["cost"] for e in foreseen if e["code"] == "ship-built"] == [
        built.data["cost"]
    ]
    return built.data["cost"]


def spendable(variant):
    """Return what a home planet can spend, in the view and in a turn."""
    (colony,) = variant.view(new_game(variant), "Ada")["colonies"]
    assert work(variant).game.empires[0].treasury == colony["to_spend"]
    return colony["to_spend"]


def message(variant):
    game = work(variant, "Build TR1S Bus").game
    text = f"START PRE-DEPARTURE\nLand TR1S Bus, PL {home(game).name}\nEND\n"
    return sentence(play(variant, text, game), "ship-landed")


def victory(variant):
    game = new_game(variant)
    game.empires[1].stock["EU"] = 5000
    outcome = play(variant, game=game).game.outcome
    return outcome and (outcome.winners, outcome.reason)


def clause(variant):
    return "FH-TITHE-001" in variant.rules, booked(work(variant), "FH-TITHE-001")


def language(variant):
    game = new_game(variant)
    return checked(variant, game, produce(game, "Baue 1 PD"))


def data(variant):
    return new_game(variant).empires[0].treasury, cost(variant)


EFFECTS = {
    "order": Effect("new_order", order, (3 * [["unknown-order"]], 0),
                    ([[], ["unknown-planet"], ["wrong-section"]], 1)),
    "wrapped order": Effect("wrapped_order", wrapped_order, [],
                            ["SP Ada Empire ordered: Enemy SP Brin Empire."]),
    "check": Effect("changed_check", changed_check, [], ["no-approval"]),
    "resolver": Effect("replaced_resolver", shots, 51, 0),
    "battle rule": Effect("battle_rule", shots, 51, 167),
    "formula": Effect("replaced_formula", cost, 200, 400),
    "wrapped formula": Effect("wrapped_formula", spendable, 534, 1068),
    "phase": Effect("wrapped_phase", lambda v: home(work(v).game).items.get("RM", 0), 0, 5),
    "victory": Effect("victory", victory, None, (("Brin",), "2,000 units")),
    "option": Effect("option", lambda v: new_game(v).empires[0].treasury, 0, 200),
    "clause": Effect("clause", clause, (False, []), (True, [-53])),
    "message": Effect("report_text", message, ("TR1S Bus landed on PL Ada Prime.", False),
                      ("TR1S Bus touched down on PL Ada Prime.", True)),
    "language": Effect("wrapped_language", language, ["unknown-order"], []),
    "data mod": Effect("by_data.toml", data, (0, 200), (300, 160)),
}  # fmt: skip
