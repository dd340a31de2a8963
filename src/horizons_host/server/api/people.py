"""API calls for profiles and ladders."""

from __future__ import annotations

from attrs import define
from litestar import get
from litestar.handlers import HTTPRouteHandler

from horizons_host.server.api.calling import ApiRequest, caller
from horizons_host.server.people import profiles
from horizons_host.server.people.ratings import Rating
from horizons_host.server.security.requests import InjectedService, Key


@define
class ShownRating:
    """A rating in points: the mean, half the width of its interval of 95 %, and its games."""

    variant: str
    mean: float
    reach: float
    games: int


@define
class ShownReliability:
    """Turns for which orders were due and given, in the last `days` (null: all)."""

    days: int | None
    due: int
    given: int


@define
class GameOnProfile:
    """A game with its seat. `place` of so many `empires` is null while it runs, or without result.

    Only games that you may see, and whose players anyone may know, are listed.
    """

    game: str
    title: str
    variant: str
    seat: str
    place: int | None
    empires: int | None
    ended_at: str | None


@define
class PersonProfile:
    """A person's profile. Ratings with too few games are left out."""

    name: str
    member_since: str
    played: int
    won: int
    reliability: list[ShownReliability]
    ratings: list[ShownRating]
    games: list[GameOnProfile]


@define
class LadderEntry:
    """A person on a ladder."""

    position: int
    name: str
    rating: ShownRating


def _rating(variant: str, rating: Rating) -> ShownRating:
    return ShownRating(variant, round(rating.mean, 3), round(rating.reach, 3), rating.games)


@get("/people/{name:str}", sync_to_thread=True)
def get_profile(request: ApiRequest, service: InjectedService, name: Key) -> PersonProfile:
    """Return a person's profile, if you may read it."""
    profile = profiles.profile_of(service, name, caller(request))
    account = profile.account
    running = [
        GameOnProfile(
            g.game.key, g.game.terms.title, g.game.terms.variant, g.seat, None, None, None
        )
        for g in profile.running
    ]
    finished = [
        GameOnProfile(
            entry.game.key,
            entry.game.terms.title,
            entry.game.terms.variant,
            entry.seat,
            entry.place,
            entry.empires,
            entry.game.ended_at,
        )
        for entry in profile.finished
    ]
    return PersonProfile(
        account.name,
        account.made_at,
        profile.played,
        profile.won,
        [ShownReliability(d, r.due, r.submitted) for d, r in profile.reliability.items()],
        [_rating(name, rating) for name, rating in profile.ratings.items() if rating.is_shown],
        [*running, *finished],
    )


@get("/ladders/{variant:str}", sync_to_thread=True)
def get_ladder(request: ApiRequest, service: InjectedService, variant: Key) -> list[LadderEntry]:
    """Return the ladder of a game, best first; empty if nobody has enough games."""
    return [
        LadderEntry(place.position, place.name, _rating(variant, place.rating))
        for place in profiles.ladder(service, variant, caller(request))
    ]


PEOPLE_CALLS: tuple[HTTPRouteHandler, ...] = (get_profile, get_ladder)
