"""Setting up situations of Event Horizon in a line or two, for tests that read as statements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import horizons_core as hz
from horizons_core.rules import Example
from variants.event_horizon.model import Game, Ship

VARIANT = hz.load_variant("event_horizon")


def examples(*clauses: str) -> list[Example]:
    """The catalogue's worked examples of these clauses."""
    return VARIANT.rules.examples(*clauses)


def ship(owner: str, number: int, sector: str = "3,3", **parts: Any) -> dict[str, Any]:
    """A ship for `table`: hull as needed unless given."""
    total = sum(parts.get(part, 0) for part in ("thrusters", "weapons", "shields"))
    parts.setdefault("hull", max(0, -(-(total * total - 1) // 4)))
    return {"owner": owner, "number": number, "sector": sector, **parts}


def table(
    *ships: Mapping[str, Any],
    players: tuple[str, ...] = ("Ada", "Brin"),
    seed: int = 1,
    side: int = 10,
    turn_limit: int = 200,
    mods: tuple[str, ...] = (),
    **state: Any,
) -> Game:
    """A game with exactly these ships; its sectors yield nothing except as given in `sectors`."""
    variant = hz.load_variant("event_horizon", mods)
    options = {"side": side, "turn_limit": turn_limit}
    game: Any = variant.new_game(players, seed=seed, options=options, name="Test")
    for sector in game.sectors:
        sector.values = dict.fromkeys(sector.values, 0)
    variant.hook.horizons_scenario_state(
        game=game, state={"remove_ships": True, "ships": list(ships), **state}
    )
    return game


def play(game: Game, orders: Mapping[str, str] | None = None, **arguments: Any) -> hz.Turn:
    """Run one turn."""
    return hz.run_turn(game, orders or {}, **arguments)


def find_ship(game: Game, owner: str, number: int) -> Ship | None:
    """Return an empire's ship by number, or None if it is gone."""
    return next((s for s in game.ships if (s.owner, s.number) == (owner, number)), None)


def at(game: Game, owner: str, number: int) -> list[int] | None:
    """The place of an empire's ship, as a catalogue example writes it."""
    ship = find_ship(game, owner, number)
    return None if ship is None else list(ship.at)


def codes(turn: hz.Turn, empire: str) -> list[str]:
    """The codes of an empire's diagnostics."""
    return [diagnostic.code for diagnostic in turn.diagnostics[empire]]


def events(turn: hz.Turn, code: str, empire: str | None = None) -> list[hz.Event]:
    """The turn's events of a code that an empire (or anyone) may know of."""
    return [e for e in turn.events if e.code == code and (empire is None or e.visible_to(empire))]
