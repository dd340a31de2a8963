"""Access rights in games, looked up once per request by every page and call."""

from __future__ import annotations

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory
from horizons_host.server.games.directory import ListedGame, Membership, NoGameError
from horizons_host.server.service import Service


@frozen
class Access:
    """An account (None: not signed in) in a game, and its roles there."""

    game: ListedGame
    account: Account | None
    members: tuple[Membership, ...]

    @property
    def own_memberships(self) -> tuple[Membership, ...]:
        """The memberships of the account itself."""
        number = None if self.account is None else self.account.id
        return tuple(member for member in self.members if member.account == number)

    def has_role(self, *roles: str) -> bool:
        """Return whether the account has one of these roles."""
        return any(member.role in roles for member in self.own_memberships)

    @property
    def seat(self) -> str | None:
        """The account's seat, or None."""
        return next((member.seat for member in self.own_memberships if member.seat), None)

    @property
    def is_gamemaster(self) -> bool:
        """True if the account may use the gamemaster's desk."""
        return self.has_role(directory.GAMEMASTER)

    @property
    def arranges(self) -> bool:
        """True if the account may start, change and withdraw an open game, and invite into it."""
        return self.has_role(directory.GAMEMASTER, directory.ORGANIZER)

    def demand_gamemaster(self) -> None:
        """Raise NoGameError unless the account is a gamemaster; strangers learn nothing."""
        if not self.is_gamemaster:
            raise page_not_found()

    def demand_arranger(self) -> None:
        """Raise NoGameError unless the account may arrange the game."""
        if not self.arranges:
            raise page_not_found()

    def demand_member(self) -> None:
        """Raise NoGameError for strangers to the game, and before it has started."""
        if not self.own_memberships or self.game.state not in {directory.RUNNING, directory.ENDED}:
            raise page_not_found()

    def demand_seat(self) -> str:
        """Return the account's seat; raises NoSeatError for other members, else NoGameError."""
        started = self.game.state in {directory.RUNNING, directory.ENDED}
        if started and self.seat is not None:
            return self.seat
        if not self.own_memberships:
            raise page_not_found()
        raise self._no_seat() if started else _not_started(self.game.key)

    def _no_seat(self) -> NoSeatError:
        path = f"/games/{self.game.key}"
        if self.is_gamemaster:
            return NoSeatError(
                LocalizedText("this page is for players, and you don't have a seat in this game"),
                LocalizedText("open the gamemaster's desk to see the whole game"),
                f"{path}/desk",
            )
        return NoSeatError(
            LocalizedText("this page is for players, and you don't have a seat in this game"),
            LocalizedText("the game page shows what you can do in this game"),
            path,
        )


class NoSeatError(HorizonsError):
    """A page for players, requested by another member of the game.

    Attributes:
        path: the page to use instead.
    """

    def __init__(self, message: str, hint: str, path: str) -> None:
        super().__init__(message, hint)
        self.path = path


def _not_started(key: str) -> NoSeatError:
    return NoSeatError(
        LocalizedText("the game hasn't started yet"),
        LocalizedText("the game page shows who is missing"),
        f"/games/{key}",
    )


def page_not_found() -> NoGameError:
    """Return the error for hidden and for missing things alike, so that neither is revealed."""
    return NoGameError(LocalizedText("page not found"), LocalizedText("you may need to sign in"))


def access(service: Service, account: Account | None, key: str) -> Access:
    """Return an account's access to a game; raises NoGameError for a game hidden from it."""
    game, members = directory.find_with_members(service, key)
    present = tuple(member for member in members if member.left_at is None)
    rights = Access(game, account, present)
    hidden = not game.terms.listed or game.state == directory.WITHDRAWN
    if hidden and not rights.own_memberships:
        raise NoGameError(
            LocalizedText("game not found"),
            LocalizedText("it may have been cancelled"),
        )
    return rights
