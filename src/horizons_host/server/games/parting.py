"""Leaving all games at once, for an account that is deleted; each game can go on."""

from __future__ import annotations

from horizons_core.localized_text import LocalizedText
from horizons_host.server.games import directory, joining, orphans, seats
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service


def leave_all_games(service: Service, account: Account) -> None:
    """Leave every game, also ended ones, whose last turn may still be undone.

    A running game without a gamemaster is then run by the server's schedule.
    """
    memberships = directory.of_account(service, account)
    for game, member in memberships:
        if game.state in {directory.RUNNING, directory.ENDED}:
            seats.remove_members(service, game.key, [member], LocalizedText("left the game"))
        elif game.state == directory.OPEN and member.seat:
            joining.leave(service, account, game.key)
        elif game.state == directory.OPEN:
            directory.mark_left(service, game.key, member)
    for game, member in memberships:
        if not member.seat and game.state in {directory.OPEN, directory.RUNNING}:
            orphans.continue_without_gamemaster(service, game.key)
