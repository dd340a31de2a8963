"""The standings of a game: places, winners and scores, by the variant's ranking."""

from __future__ import annotations

import attrs

import horizons_core as hz


@attrs.frozen
class EmpireStanding:
    """The standing of one empire (see `records.SeatRecord`)."""

    place: int | None
    won: bool
    score: float | None


def standings(variant: hz.Variant, game: hz.Game) -> dict[str, EmpireStanding]:
    """Return the standing of every empire, by its id.

    Winners of a game that ended share the first place. The others follow in the order of the
    variant's ranking, and those with equal figures share a place. Without a ranking only the
    winners are known.
    """
    figures = {game.empire(rank.empire).id: rank.figures for rank in variant.ranking(game)}
    winners = {game.empire(name).id for name in (game.outcome.winners if game.outcome else ())}
    places = _places(game, figures, winners)
    first = [empire for empire, place in places.items() if place == 1]
    return {
        empire.id: EmpireStanding(
            places.get(empire.id),
            empire.id in winners if winners else first == [empire.id],
            _score(figures.get(empire.id)),
        )
        for empire in game.empires
    }


def _places(
    game: hz.Game, figures: dict[str, dict[str, float]], winners: set[str]
) -> dict[str, int]:
    """Return the place of each empire whose place is known."""
    places = {empire.id: 1 for empire in game.empires if empire.id in winners}
    place, before = 1, None
    for count, (empire, values) in enumerate(
        ((name, values) for name, values in figures.items() if name not in winners),
        len(winners) + 1,
    ):
        place = place if values == before else count
        before = values
        places[empire] = place
    if winners or figures:
        for empire in game.empires:
            places.setdefault(empire.id, max(len(winners), len(figures)) + 1)
    return places


def _score(figures: dict[str, float] | None) -> float | None:
    return float(next(iter(figures.values()))) if figures else None
