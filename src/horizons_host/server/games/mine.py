"""Somebody's own games as their first page shows them: what needs them first."""

from __future__ import annotations

from datetime import UTC, datetime

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_host.deadlines.facts import FINAL, quick_facts
from horizons_host.press.reading import unread_of
from horizons_host.server.games import directory
from horizons_host.server.games.directory import Listed, Member
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service

#: Of so many of one's games the page says how they stand; others it names.
_MOST = 20
_LAST = datetime.max.replace(tzinfo=UTC)


@frozen
class Standing:
    """How a running game stands for somebody in it.

    Attributes:
        turn: the turn that was run last.
        orders: how one's own orders for the coming turn stand; empty for who gives none.
        deadline: when that turn is due, in the game's `zone`; None without a deadline.
        minutes: how long there is until then; less than none when it is past.
        paused: whether no deadline runs.
        unread: how many messages are new.
    """

    turn: int
    orders: str = ""
    deadline: datetime | None = None
    zone: str = "UTC"
    minutes: int = 0
    paused: bool = False
    unread: int = 0


@frozen
class Mine:
    """A game that somebody is in, what they are there, and how it stands if that is known."""

    game: Listed
    member: Member
    standing: Standing | None = None

    @property
    def wants_orders(self) -> bool:
        """Whether orders are still to be given, or to be called final."""
        return self.standing is not None and self.standing.orders not in {"", FINAL}

    @property
    def calls(self) -> bool:
        """Whether there is something to do here."""
        unread = self.standing is not None and self.standing.unread > 0
        return self.wants_orders or unread


def of_account(service: Service, account: Account) -> list[Mine]:
    """The games of somebody: what needs them, by its deadline, then the others; ended ones last."""
    places: dict[str, tuple[Listed, Member]] = {}
    for game, member in directory.of_account(service, account):
        # Of somebody who plays in a game and has arranged it, the seat counts.
        if member.seat or game.key not in places:
            places[game.key] = (game, member)
    found: list[Mine] = []
    looked = 0
    for game, member in places.values():
        running = game.state == directory.RUNNING
        stands = _standing(service, game, member) if running and looked < _MOST else None
        looked += running
        found.append(Mine(game, member, stands))
    return sorted(found, key=_order)


def _order(mine: Mine) -> tuple[bool, bool, datetime]:
    due = mine.standing.deadline if mine.standing else None
    return (
        mine.game.state == directory.ENDED,
        not mine.calls,
        due or _LAST,
    )


def _standing(service: Service, game: Listed, member: Member) -> Standing | None:
    """How a game stands; None of one that cannot be read."""
    try:
        with service.database.game(game.key) as store:
            facts = quick_facts(store)
            unread = unread_of(store, member.seat) if member.seat else 0
    except HorizonsError:
        return None
    course = facts.course
    own = [one.state for one in facts.places if one.seat == member.seat and one.is_person]
    deadline = None if course.paused or course.rule is None else course.deadline
    left = deadline - service.clock() if deadline else None
    return Standing(
        turn=facts.turn - 1,
        orders="" if course.paused else "".join(own),
        deadline=deadline,
        zone=course.rule.schedule.zone.key if course.rule else "UTC",
        minutes=int(left.total_seconds() // 60) if left else 0,
        paused=course.paused is not None,
        unread=unread,
    )
