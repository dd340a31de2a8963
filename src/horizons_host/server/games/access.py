"""Who may do what in a game: asked once for a request, and by every page and call."""

from __future__ import annotations

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.server.games import directory
from horizons_host.server.games.directory import Listed, Member, NoGameError
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service


@frozen
class Access:
    """Somebody (None: a stranger) in a game, and what they are there."""

    game: Listed
    account: Account | None
    present: tuple[Member, ...]

    @property
    def own(self) -> tuple[Member, ...]:
        """What they are in the game themselves."""
        number = None if self.account is None else self.account.id
        return tuple(member for member in self.present if member.account == number)

    def is_(self, *roles: str) -> bool:
        """Whether they have one of these roles."""
        return any(member.role in roles for member in self.own)

    @property
    def seat(self) -> str | None:
        """The seat that is theirs; None if none is."""
        return next((member.seat for member in self.own if member.seat), None)

    @property
    def is_gamemaster(self) -> bool:
        """Whether the gamemaster's desk is theirs."""
        return self.is_(directory.GAMEMASTER)

    @property
    def arranges(self) -> bool:
        """Whether they may start an open game, invite into it and call it off."""
        return self.is_(directory.GAMEMASTER, directory.ORGANIZER)

    def demand_gamemaster(self) -> None:
        """Raises NoGameError for everybody else: a stranger learns nothing of what there is."""
        if not self.is_gamemaster:
            raise nothing_here()

    def demand_arranger(self) -> None:
        """Raises NoGameError for who may not arrange the game."""
        if not self.arranges:
            raise nothing_here()

    def demand_member(self) -> None:
        """Raises NoGameError for who is not in the game, and before it has begun."""
        if not self.own or self.game.state not in {directory.RUNNING, directory.ENDED}:
            raise nothing_here()

    def demand_seat(self) -> str:
        """The seat that is theirs; raises NoSeatError for others in the game, NoGameError else."""
        begun = self.game.state in {directory.RUNNING, directory.ENDED}
        if begun and self.seat is not None:
            return self.seat
        if not self.own:
            raise nothing_here()
        raise self._no_seat() if begun else _not_begun(self.game.key)

    def _no_seat(self) -> NoSeatError:
        here = f"/games/{self.game.key}"
        if self.is_gamemaster:
            return NoSeatError(
                LocalizedText("this page is for players, and you don't have a seat in this game"),
                LocalizedText("open the gamemaster's desk to see the whole game"),
                f"{here}/desk",
            )
        return NoSeatError(
            LocalizedText("this page is for players, and you don't have a seat in this game"),
            LocalizedText("the game page shows what you can do in this game"),
            here,
        )


class NoSeatError(HorizonsError):
    """A page that is for players only, asked for by somebody else who is in the game.

    Attributes:
        path: the page that is for them.
    """

    def __init__(self, message: str, hint: str, path: str) -> None:
        super().__init__(message, hint)
        self.path = path


def _not_begun(key: str) -> NoSeatError:
    return NoSeatError(
        LocalizedText("the game hasn't started yet"),
        LocalizedText("the game page shows who is missing"),
        f"/games/{key}",
    )


def nothing_here() -> NoGameError:
    """What is told of what somebody may not see, and of what there is not, in the same words."""
    return NoGameError(LocalizedText("page not found"), LocalizedText("you may need to sign in"))


def access(service: Service, account: Account | None, key: str) -> Access:
    """What somebody is in a game; raises NoGameError for a game that they may not know of."""
    game, members = directory.find_with_members(service, key)
    present = tuple(one for one in members if one.left_at is None)
    found = Access(game, account, present)
    if not game.terms.listed and not found.own:
        raise NoGameError(
            LocalizedText("game not found"),
            LocalizedText("it may have been cancelled"),
        )
    return found
