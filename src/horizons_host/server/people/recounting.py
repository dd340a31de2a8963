"""Recounting of everything that the server derives from its games about people."""

from __future__ import annotations

from horizons_host.games.audit import archive_opened
from horizons_host.server.games import directory, players
from horizons_host.server.people.ratings import compute_ratings
from horizons_host.server.people.results import record_results
from horizons_host.server.service import Service


def recount(service: Service) -> dict[str, int]:
    """Derive attendance, results and ratings from all games again.

    Returns the number of rated people by variant. Raises GameStoreError for a game that cannot be
    read.
    """
    variants = set()
    for state in (directory.RUNNING, directory.ENDED):
        for game in directory.games_in_state(service, state):
            variants.add(game.terms.variant)
            with service.database.game(game.key) as store:
                if state == directory.ENDED and archive_opened(store):
                    record_results(service, game, store)
                players.count_turns(service, game.key, store)
    return {variant: compute_ratings(service, variant) for variant in sorted(variants)}
