"""A forecast equals the turn itself where other players have no influence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import horizons_core as hz

VARIANT = hz.load_variant("galaxy_g")

#: The race's own position within a view; the other parts are its sightings of others.
OWN = ("techs", "types", "planets", "routes", "groups", "fleets", "options", "area", "race")


def lonely_game() -> hz.Game:
    """Ada alone in a galaxy: the other race has left everything."""
    game = VARIANT.new_game(["Ada", "Brin"], seed=4, options={"diameter": 60})
    state = {"races": {"Brin": {"home": "Ruin"}}, "planets": {"Ruin": {"owner": None}}}
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    return game


def turns(bot: str, count: int) -> Iterator[tuple[hz.View, hz.View]]:
    """The forecast and the outcome of each turn of a game that a bot plays."""
    game = lonely_game()
    for number in range(count):
        stream = hz.Stream.from_key("foresight", bot, number)
        orders = VARIANT.bots[bot].orders(VARIANT.view(game, "Ada"), stream)
        forecast = VARIANT.forecast(game, "Ada", orders)
        game = hz.run_turn(game, {"Ada": orders}).game
        yield forecast, VARIANT.view(game, "Ada")


def own_parts(view: hz.View) -> dict[str, Any]:
    return {part: view[part] for part in OWN}


def test_a_forecast_is_the_outcome_when_nobody_else_exists():
    """The bot colonizes, builds, researches and sends ships about for thirty turns."""
    both = list(turns("expander", 30))

    assert [own_parts(f) for f, _ in both] == [own_parts(outcome) for _, outcome in both]
    _, last = both[-1]
    assert len(last["planets"]) > 5
    assert len(last["groups"]) > 5


def test_a_forecast_says_what_will_happen_in_the_turns_own_words():
    game = lonely_game()
    home = game.planets_of("Ada")[0].name
    orders = f"D Drone 1 0 0 0 0\nP {home} Drone"
    events = VARIANT.forecast(game, "Ada", orders)["forecast"]["events"]
    turn = hz.run_turn(game, {"Ada": orders})

    happened = [e.text for e in turn.events if "Ada" in e.audience]
    assert [event["text"] for event in events] == happened
    assert happened == [f"{home} built 99 Drone: group 1."]
