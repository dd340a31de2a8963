"""The places of empires at the end of a game."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model.entities import Game, Rank


def places_of(game: Game, ranks: Sequence[Rank]) -> dict[str, int]:
    """Return the place of each empire by its id, 1 for the best; empty if none is known.

    Winners of a game that ended share the first place. The others follow in the order of `ranks`;
    those with equal figures share a place, and those without a rank the last one.
    """
    figures = {game.empire(rank.empire).id: rank.figures for rank in ranks}
    winners = {game.empire(name).id for name in (game.outcome.winners if game.outcome else ())}
    places = {empire.id: 1 for empire in game.empires if empire.id in winners}
    place, before = 1, None
    followers = ((empire, values) for empire, values in figures.items() if empire not in winners)
    for count, (empire, values) in enumerate(followers, len(winners) + 1):
        place = place if values == before else count
        before = values
        places[empire] = place
    if winners or figures:
        for empire in game.empires:
            places.setdefault(empire.id, max(len(winners), len(figures)) + 1)
    return places
