"""API calls for profiles, ladders, friends, invitations by name, blocks, and moderation."""

from __future__ import annotations

from attrs import define
from litestar import delete, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.server.api.calling import ApiRequest, access_of, caller
from horizons_host.server.api.joining import JoinedSeat, SeatRequest
from horizons_host.server.games import invitations
from horizons_host.server.people import blocks, complaints, friends, measures, profiles
from horizons_host.server.people.ratings import Rating
from horizons_host.server.security.requests import InjectedService, Key, Number


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


@define
class PersonReport:
    """The reason for reporting a person to the server's moderators."""

    reason: str = ""


@define
class Measure:
    """A measure of moderators about you: "warning", "mute" or "ban".

    `ends_at` is null for one without an end. You can appeal once.
    """

    id: int
    kind: str
    reason: str
    at: str
    ends_at: str | None
    lifted_at: str | None
    appeal: str
    answer: str


@define
class Appeal:
    """The text of an appeal."""

    text: str = ""


@post("/people/{name:str}/report", sync_to_thread=True, status_code=204)
def report_person(
    request: ApiRequest, service: InjectedService, name: Key, data: RequestBody[PersonReport]
) -> None:
    """Report a person to the server's moderators; the person isn't told by whom."""
    account = caller(request)
    person = profiles.find_person(service, name, account)
    complaints.complain_about_person(service, account, person, data.reason)


@get("/blocks", sync_to_thread=True)
def list_blocked_people(request: ApiRequest, service: InjectedService) -> list[str]:
    """List the people you have blocked."""
    return list(blocks.blocked_people(service, caller(request)))


@put("/blocks/{name:str}", sync_to_thread=True)
def block_person(request: ApiRequest, service: InjectedService, name: Key) -> list[str]:
    """Block a person, who isn't told: no messages where players are shown, a warning on joining."""
    account = caller(request)
    blocks.block(service, account, profiles.find_person(service, name, account))
    return list(blocks.blocked_people(service, account))


@delete("/blocks/{name:str}", sync_to_thread=True, status_code=200)
def unblock_person(request: ApiRequest, service: InjectedService, name: Key) -> list[str]:
    """Unblock a person."""
    account = caller(request)
    blocks.unblock(service, account, blocks.find_blocked(service, account, name))
    return list(blocks.blocked_people(service, account))


@get("/measures", sync_to_thread=True)
def list_measures(request: ApiRequest, service: InjectedService) -> list[Measure]:
    """List what moderators decided about you, newest first."""
    return [
        Measure(m.id, m.kind, m.reason, m.at, m.ends_at, m.lifted_at, m.appeal, m.answer)
        for m in measures.measures_of(service, caller(request))
    ]


@post("/measures/{number:int}/appeal", sync_to_thread=True, status_code=204)
def appeal(
    request: ApiRequest, service: InjectedService, number: Number, data: RequestBody[Appeal]
) -> None:
    """Appeal against a measure, once."""
    measures.appeal(service, caller(request), number, data.text)


@get("/friends", sync_to_thread=True)
def list_friends(request: ApiRequest, service: InjectedService) -> list[str]:
    """List your friends."""
    return [friend.name for friend in friends.friends_of(service, caller(request))]


@put("/friends/{name:str}", sync_to_thread=True, status_code=204)
def add_friend(request: ApiRequest, service: InjectedService, name: Key) -> None:
    """Add a friend, who isn't told."""
    friends.add_friend(service, caller(request), name)


@delete("/friends/{name:str}", sync_to_thread=True)
def remove_friend(request: ApiRequest, service: InjectedService, name: Key) -> None:
    """Remove a friend."""
    friends.remove_friend(service, caller(request), name)


@define
class PersonalInvitation:
    """An invitation by name: who invites you into which game, to which role and seat."""

    number: int
    game: str
    title: str
    variant: str
    role: str
    seat: str
    by: str
    ends_at: str


@get("/invitations", sync_to_thread=True)
def list_invitations(request: ApiRequest, service: InjectedService) -> list[PersonalInvitation]:
    """List your invitations by name."""
    return [
        PersonalInvitation(
            invitation.id,
            game.key,
            game.terms.title,
            game.terms.variant,
            invitation.role,
            invitation.seat,
            invitation.by,
            invitation.ends_at,
        )
        for invitation, game in invitations.personal_invitations(service, caller(request))
    ]


@post("/invitations/by-name/{number:int}", sync_to_thread=True, status_code=200)
def accept_personal_invitation(
    request: ApiRequest, service: InjectedService, number: Number, data: RequestBody[SeatRequest]
) -> JoinedSeat:
    """Accept an invitation by name."""
    account = caller(request)
    for invitation, game in invitations.personal_invitations(service, account):
        if invitation.id == number and not data.anyway:
            blocks.warn_of_blocked(service, account, game.key)
    key = invitations.accept_personal_invitation(service, account, number, data.seat)
    return JoinedSeat(key, access_of(request, service, key).seat or "")


@delete("/invitations/by-name/{number:int}", sync_to_thread=True)
def decline_invitation(request: ApiRequest, service: InjectedService, number: Number) -> None:
    """Decline an invitation by name."""
    invitations.decline_invitation(service, caller(request), number)


@post("/games/{key:str}/again", sync_to_thread=True, status_code=200)
def play_again(request: ApiRequest, service: InjectedService, key: Key) -> JoinedSeat:
    """Announce a game with the settings of a finished one, and invite everyone who played."""
    new = friends.play_again(service, access_of(request, service, key))
    return JoinedSeat(new, access_of(request, service, new).seat or "")


PEOPLE_CALLS: tuple[HTTPRouteHandler, ...] = (
    get_profile,
    get_ladder,
    report_person,
    list_blocked_people,
    block_person,
    unblock_person,
    list_measures,
    appeal,
    list_friends,
    add_friend,
    remove_friend,
    list_invitations,
    accept_personal_invitation,
    decline_invitation,
    play_again,
)
