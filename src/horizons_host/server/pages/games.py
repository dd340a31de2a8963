"""Pages for creating, viewing, joining and starting games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.plugins.guides import guide_of
from horizons_host.deadlines.rules import rule_from
from horizons_host.games.audit import entries
from horizons_host.games.order_intake import order_status
from horizons_host.messages.reading import unread_of
from horizons_host.reports.summaries import turn_summaries
from horizons_host.server.games import (
    deadlines,
    directory,
    invitations,
    joining,
    players,
    seats,
    settings,
    sharing,
    waiting_room,
)
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.lessons import usual_bot
from horizons_host.server.games.watching import describe_rule, is_in_audience
from horizons_host.server.pages.documents import handover_answer
from horizons_host.server.pages.forms import number_in
from horizons_host.server.pages.play import play_page, plays
from horizons_host.server.pages.rendering import (
    PageRequest,
    delete_cookie,
    demand_account,
    facts_to_show,
    page,
    page_access,
    redirect_and_show,
    redirect_to,
    refresh_seconds,
)
from horizons_host.server.pages.reports import rules_of
from horizons_host.server.people import blocks, friends
from horizons_host.server.people.measures import demand_may_write
from horizons_host.server.people.results import are_players_shown
from horizons_host.server.schedule_words import schedule_sentences
from horizons_host.server.security.requests import Form, InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.store import GameStore


@get("/games/{key:str}", sync_to_thread=True)
def game_page(
    request: PageRequest,
    service: InjectedService,
    key: Key,
    version: FromQuery[str] = "",
    done: FromQuery[str] = "",
) -> Template:
    """Show the page on which a player plays; to others, the overview of the game."""
    rights = access(service, request.user, key)
    if plays(rights):
        return play_page(request, service, rights, version=version, done=done)
    return _overview(request, service, page_access(request, service, key))


@get("/games/{key:str}/overview", sync_to_thread=True)
def overview_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show a game: its rules, members and state."""
    return _overview(request, service, page_access(request, service, key))


def _overview(request: PageRequest, service: Service, rights: Access) -> Template:
    return page(request, "game.html.jinja", **_game_variables(service, rights))


def _game_variables(service: Service, rights: Access) -> dict[str, Any]:
    game, records = rights.game, players.member_reliability(service, rights)
    facts: dict[str, Any] = {
        "game": game,
        "access": rights,
        "members": rights.members,
        "variant": game.terms.rules().info,
        "turn": None,
        "deadline": [],
        "due": None,
        "minutes": 0,
        "refresh_seconds": 0,
        "rule": [],
        "sheet": [],
        "audit": [],
        "reports": [],
        "titles": {},
        "unread": 0,
        "free_seats": [],
        "offered": invitations.offered_roles(rights),
        "sharing": None,
        "watch_rule": describe_rule(game.terms.watch_rule),
        "watches": is_in_audience(rights),
        "room": None,
        "missing": "",
        "people": players.seat_players(rights, records),
        "records": records,
        "shows_players": are_players_shown(service, game),
        "reliability_words": players.reliability_words,
        "plays_again": friends.may_play_again(service, rights),
        "friends": friends.friends_of(service, rights.account)
        if rights.arranges and rights.account
        else [],
        "blocked": (
            blocks.blocked_players(service, rights.account, game, rights.members)
            if rights.account
            else []
        ),
    }
    if game.state in {directory.OPEN, directory.STARTING, directory.WITHDRAWN}:
        facts |= _waiting_variables(service, rights)
    if game.state in {directory.RUNNING, directory.ENDED}:
        with service.database.game(game.key) as store, store.read_transaction():
            coming, sheet = order_status(store)
            first = store.first()
            if rights.seat:
                facts["unread"] = unread_of(store, rights.seat)
                facts["titles"] = _turn_titles(store, rights.seat)
            if game.state == directory.RUNNING:
                facts["deadline"] = deadlines.describe_deadline(store, service.clock)
                facts |= _time_left(store, service)
                facts["free_seats"] = seats.free_seats_among(rights.members, store.seats())
            if rights.own_memberships:
                facts["audit"] = list(reversed(entries(store, public=True)))[:20]
        facts["turn"] = coming - 1
        facts["sheet"] = sheet
        facts["reports"] = range(coming - 1, first - 1, -1) if rights.seat else []
    return facts


def _waiting_variables(service: Service, rights: Access) -> dict[str, Any]:
    """Return the template variables of an open game."""
    terms = rights.game.terms
    rule = rule_from(terms.deadlines) if terms.deadlines else None
    return {
        "rule": schedule_sentences(rule, service.clock(), is_open=True),
        "missing": settings.missing_words(terms) if rule else "",
        "room": waiting_room.read_room(service, rights) if rights.own_memberships else None,
        "sharing": sharing.sharing_status(service, rights.game.key)
        if terms.shared_chance and rights.game.state == directory.OPEN
        else None,
    }


def _time_left(store: GameStore, service: Service) -> dict[str, Any]:
    deadline = deadlines.coming_deadline(store)
    if deadline is None:
        return {}
    due = datetime.fromisoformat(deadline)
    minutes = int((due - service.clock()).total_seconds() // 60)
    return {"due": due, "minutes": minutes, "refresh_seconds": refresh_seconds([minutes])}


def _turn_titles(store: GameStore, seat: str) -> dict[int, str]:
    """Return the titles of the turns with a report of the seat, if the game titles turns."""
    rules = rules_of(store)
    summaries = turn_summaries(store, seat, rules) if rules.has_stages else []
    return {summary.turn: summary.title for summary in summaries}


@post("/games/{key:str}/join", sync_to_thread=True)
def join_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Join an open game."""
    account = demand_account(request)
    access(service, account, key)
    if data.get("anyway") != "yes":
        try:
            blocks.warn_of_blocked(service, account, key)
        except blocks.BlockedPlayersError:
            return redirect_to(f"/games/{key}")  # it asks for a confirmation
    joining.join(service, account, key, data.get("seat", ""))
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/leave", sync_to_thread=True)
def leave_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Leave an open game, or after a confirmation the seat in a running one."""
    account = demand_account(request)
    game = access(service, account, key).game
    if game.state == directory.RUNNING and data.get("sure") != "yes":
        raise HorizonsError(
            LocalizedText("confirm that you want to leave; someone else may get your seat"),
            LocalizedText("select “I'm sure”"),
        )
    joining.leave(service, account, key)
    is_listed = game.terms.listed and game.state != directory.WITHDRAWN
    return redirect_to(f"/games/{key}" if is_listed else "/games")


@post("/games/{key:str}/room", sync_to_thread=True)
def post_in_room(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Write a message in the waiting room of an open game."""
    demand_may_write(request.user)
    waiting_room.post_message(service, _room_rights(request, service, key), data.get("text", ""))
    return redirect_to(f"/games/{key}#room")


def _room_rights(request: PageRequest, service: Service, key: str) -> Access:
    """Return the rights of a member of an open game; raises NoGameError for others."""
    rights = access(service, request.user, key)
    if not waiting_room.is_room(rights):
        raise page_not_found()
    return rights


@post("/games/{key:str}/ready", sync_to_thread=True)
def set_ready(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Mark a player of an open game as ready, or not.

    Once all are, a game without a gamemaster starts.
    """
    rights = _room_rights(request, service, key)
    all_ready = waiting_room.set_ready(service, rights, ready=data.get("do") != "not-yet")
    if all_ready and not any(m.role == directory.GAMEMASTER for m in rights.members):
        joining.start(service, key)
    return redirect_to(f"/games/{key}")


ROOM_PAGES = (post_in_room, set_ready)


@post("/games/{key:str}/start", sync_to_thread=True)
def start_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Start a game whose players have joined."""
    access(service, request.user, key).demand_arranger()
    joining.start(service, key, without=data.get("without") == "yes")
    return redirect_to(f"/games/{key}")


GAME_PAGES = (
    game_page,
    overview_page,
    join_game,
    leave_game,
    start_game,
)


@post("/games/{key:str}/invitations", sync_to_thread=True)
def create_invitation(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Make an invitation; the next page shows its link once."""
    rights = access(service, request.user, key)
    rights.demand_arranger()
    mail, role = data.get("mail", "").strip(), data.get("role", "")
    try:
        places = number_in(data, "places") if data.get("places") else 1
        person = None
        if data.get("account", "").strip():
            person, places, mail = invitations.find_person(service, data["account"]), 1, ""
        address = invitations.create_invitation(
            service, rights, role, data.get("seat", ""), mail, places, person
        )
    except HorizonsError as problem:
        return _invitations_page(request, service, rights, problem)
    mail = mail if service.settings.mail else ""
    facts = {"address": address, "mail": mail, "places": str(places)}
    if person is not None:
        facts = {"invited": person.name}
    return redirect_and_show(request, f"/games/{key}/invitations", **facts)


@get("/games/{key:str}/invitations", sync_to_thread=True)
def invitations_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the pending invitations, and the link of one that was just made."""
    rights = page_access(request, service, key)
    rights.demand_arranger()
    return _invitations_page(request, service, rights)


def _invitations_page(
    request: PageRequest, service: Service, rights: Access, problem: HorizonsError | None = None
) -> Template:
    facts = {"address": "", "mail": "", "places": "", "invited": "", **facts_to_show(request)}
    answer = page(
        request,
        "invited.html.jinja",
        game=rights.game,
        access=rights,
        pending=invitations.pending_invitations(service, rights),
        code=_qr_code(facts["address"]) if facts["address"] else "",
        problem=problem,
        status=422 if problem else 200,
        **facts,
    )
    return delete_cookie(request, answer)


def _qr_code(address: str) -> Markup:
    """Return an address as a QR code, an SVG."""
    import segno

    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(scale=4, dark="#000", light="#fff"))  # noqa: S704


@post("/games/{key:str}/invitations/{number:int}/revoke", sync_to_thread=True)
def revoke_invitation(
    request: PageRequest, service: InjectedService, key: Key, number: Number
) -> Redirect:
    """End an invitation."""
    rights = access(service, request.user, key)
    rights.demand_arranger()
    invitations.revoke_invitation(service, rights, number)
    return redirect_to(f"/games/{key}/invitations")


@get("/invitations/{invitation:str}", sync_to_thread=True)
def invitation_page(request: PageRequest, service: InjectedService, invitation: Key) -> Template:
    """Show an invitation to anyone who has its link, with the button that accepts it."""
    return _invitation_page(request, service, invitation, None)


def _invitation_page(
    request: PageRequest, service: Service, key: str, problem: HorizonsError | None
) -> Template:
    invitation = invitations.find_invitation(service, key)
    game = directory.find_game(service, invitation.game)
    present = [m for m in directory.members(service, game.key) if m.left_at is None]
    rule = rule_from(game.terms.deadlines) if game.terms.deadlines else None
    return page(
        request,
        "invitation.html.jinja",
        invitation=invitation,
        key=key,
        game=game,
        variant=game.terms.rules().info,
        players=[member.seat for member in present if member.role == directory.PLAYER],
        rule=schedule_sentences(rule, service.clock(), is_open=game.state == directory.OPEN),
        watch_rule=describe_rule(game.terms.watch_rule),
        has_lesson=guide_of(game.terms.variant).lesson is not None,
        preview=f"{service.settings.public_url}/pictures/{game.terms.variant}.png",
        warns=isinstance(problem, blocks.BlockedPlayersError),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/invitations/{invitation:str}", sync_to_thread=True)
def accept_invitation(
    request: PageRequest, service: InjectedService, invitation: Key, data: Form
) -> Template | Redirect:
    """Accept an invitation."""
    account = demand_account(request)
    try:
        if data.get("anyway") != "yes":
            blocks.warn_of_blocked(
                service, account, invitations.find_invitation(service, invitation).game
            )
        key = invitations.accept_invitation(service, account, invitation, data.get("seat", ""))
    except invitations.InvitationError:
        raise
    except HorizonsError as problem:
        return _invitation_page(request, service, invitation, problem)
    return redirect_to(f"/games/{key}")


INVITATION_PAGES = (
    create_invitation,
    invitations_page,
    revoke_invitation,
    invitation_page,
    accept_invitation,
)


@get("/games/{key:str}/handover", sync_to_thread=True)
def handover_page(request: PageRequest, service: InjectedService, key: Key) -> Response[bytes]:
    """Show the full history of the seat, including its earlier players' reports and orders."""
    seat = access(service, request.user, key).demand_seat()
    with service.database.game(key) as store:
        return handover_answer(store, seat)


@post("/games/{key:str}/take", sync_to_thread=True)
def take_seat(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Take over an open seat."""
    account = demand_account(request)
    seats.take_free_seat(service, account, access(service, account, key), data.get("seat", ""))
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/free-seat/bot", sync_to_thread=True)
def give_seat_to_bot(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Redirect:
    """Let a bot play a free seat."""
    rights = access(service, request.user, key)
    bot = usual_bot(hz.load_variant(rights.game.terms.variant))
    seats.give_free_seat_to_bot(service, rights, data.get("seat", ""), bot)
    return redirect_to(f"/games/{key}/overview")


@post("/games/{key:str}/watch", sync_to_thread=True)
def watch_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Follow a game as a spectator, if it allows them."""
    account = demand_account(request)
    seats.watch(service, account, access(service, account, key), data.get("seat", ""))
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/random-seed", sync_to_thread=True)
def share_random_seed(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Redirect:
    """Commit to the player's share of the random seed by its hash, or reveal it."""
    account = demand_account(request)
    rights = access(service, account, key)
    if data.get("do") == "reveal":
        sharing.reveal_share(service, rights, data.get("share", ""))
    else:
        sharing.commit_share(service, rights, data.get("share", ""))
    return redirect_to(f"/games/{key}")


SEAT_PAGES = (handover_page, take_seat, give_seat_to_bot, watch_game, share_random_seed)
