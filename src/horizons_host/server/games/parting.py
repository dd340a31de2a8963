"""Leaving all games at once, as somebody does whose account is deleted: each can be played on."""

from __future__ import annotations

from horizons_core.localized_text import LocalizedText
from horizons_host.server.games import directory, joining, orphans, seats
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service


def leave_all(service: Service, account: Account) -> None:
    """Leave every game: one that is over goes on if its last turn is taken back.

    A running one that has nobody to arrange it then goes on by the server's rule.
    """
    known = directory.of_account(service, account)
    for game, member in known:
        if game.state in {directory.RUNNING, directory.ENDED}:
            seats.put_out(service, game.key, [member], LocalizedText("left the game"))
        elif game.state == directory.OPEN and member.seat:
            joining.leave(service, account, game.key)
        elif game.state == directory.OPEN:
            directory.depart(service, game.key, member)
    for game, member in known:
        if not member.seat and game.state in {directory.OPEN, directory.RUNNING}:
            orphans.see_to(service, game.key)
