"""Pages of games: creating, viewing, joining and starting them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import get, post
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.rules import rule_from
from horizons_host.desk.audit import entries
from horizons_host.order_intake import order_status
from horizons_host.press.reading import unread_of
from horizons_host.server.games import (
    deadlines,
    directory,
    invitations,
    joining,
    reliability,
    seats,
    sharing,
)
from horizons_host.server.games.access import Access, access
from horizons_host.server.games.terms import Terms
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.pages.fields import number_in, rule_parts
from horizons_host.server.pages.press import rule_in
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, redirect_to
from horizons_host.server.service import Service


@get("/games/new", sync_to_thread=True)
def choose_variant(request: PageRequest) -> Template:
    """Show the variants to choose from for a new game."""
    demand_account(request)
    return page(request, "choose_variant.html.jinja", variants=hz.variants().values())


@get("/games/new/{variant:str}", sync_to_thread=True)
def new_game_page(request: PageRequest, variant: Key) -> Template:
    """Show the form for a new game, built from the options of its variant."""
    demand_account(request)
    return _new_game_page(request, hz.load_variant(variant), {}, None)


def _new_game_page(
    request: PageRequest,
    variant: hz.Variant,
    entries: dict[str, str],
    problem: HorizonsError | None,
) -> Template:
    return page(
        request,
        "new_game.html.jinja",
        variant=variant.info,
        variant_name=variant.name,
        bots=sorted(variant.bots),
        options=[option for option in variant.info.options if not option.secret],
        entries=entries,
        problem=problem,
        press=rule_in(entries),
        status=422 if problem else 200,
    )


@post("/games/new/{variant:str}", sync_to_thread=True)
def new_game(
    request: PageRequest, service: InjectedService, variant: Key, data: Form
) -> Template | Redirect:
    """Create a game; if the settings are invalid, the form is shown again as entered."""
    account = demand_account(request)
    rules = hz.load_variant(variant)
    try:
        game = directory.announce(
            service, account, _terms(service, rules, data), plays=data.get("plays") == "yes"
        )
        if data.get("plays") == "yes":
            joining.join(service, account, game.key, data.get("seat", ""))
    except HorizonsError as problem:
        return _new_game_page(request, rules, data, problem)
    return redirect_to(f"/games/{game.key}")


def _terms(service: Service, rules: hz.Variant, data: dict[str, str]) -> Terms:
    options: dict[str, Any] = {}
    for option in rules.info.options:
        value = data.get(f"option-{option.name}", "").strip()
        if value:
            options[option.name] = value
    return Terms(
        title=data.get("title", ""),
        deadlines=deadlines.announced_schedule(service, rule_parts(data))
        if data.get("rule")
        else {},
        missing=_missing_orders_policy(data),
        variant=rules.name,
        options=options,
        players=number_in(data, "players"),
        bots=number_in(data, "bots"),
        bot=data.get("bot", ""),
        text=data.get("text", ""),
        listed=data.get("listed") == "yes",
        spectators=data.get("spectators") == "yes",
        shared_chance=data.get("shared_chance") == "yes",
        press=rule_in(data).to_dict(),
    )


def _missing_orders_policy(data: Mapping[str, str]) -> dict[str, Any]:
    """Return the missing-orders policy of the form."""
    return {
        "kind": data.get("missing", "wait"),
        "bot": data.get("missing_bot", ""),
        "turns": number_in(data, "missing_turns", 1),
    }


@get("/games/{key:str}", sync_to_thread=True)
def game_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show a game: its rules, members and state."""
    rights = access(service, request.user, key)
    return page(request, "game.html.jinja", **_game_variables(service, rights))


def _game_variables(service: Service, rights: Access) -> dict[str, Any]:
    game, records = rights.game, reliability.of_present(service, rights)
    facts: dict[str, Any] = {
        "game": game,
        "access": rights,
        "members": rights.members,
        "variant": game.terms.rules().info,
        "turn": None,
        "deadline": [],
        "rule": rule_from(game.terms.deadlines).words if game.terms.deadlines else [],
        "sheet": [],
        "audit": [],
        "reports": [],
        "unread": 0,
        "free_seats": [],
        "offered": invitations.offered_roles(rights),
        "sharing": None,
        "people": reliability.seat_players(rights, records),
        "records": records,
    }
    if game.state == directory.OPEN and game.terms.shared_chance:
        facts["sharing"] = sharing.sharing_status(service, game.key)
    if game.state in {directory.RUNNING, directory.ENDED}:
        with service.database.game(game.key) as store, store.read_transaction():
            coming, sheet = order_status(store)
            first = store.first()
            if rights.seat:
                facts["unread"] = unread_of(store, rights.seat)
            if game.state == directory.RUNNING:
                facts["deadline"] = deadlines.describe_deadline(store, service.clock)
                facts["free_seats"] = seats.free_seats_among(rights.members, store.seats())
            if rights.own_memberships:
                facts["audit"] = list(reversed(entries(store, public=True)))[:20]
        facts["turn"] = coming - 1
        facts["sheet"] = sheet
        facts["reports"] = range(coming - 1, first - 1, -1) if rights.seat else []
    return facts


@post("/games/{key:str}/join", sync_to_thread=True)
def join_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Join an open game."""
    account = demand_account(request)
    access(service, account, key)
    joining.join(service, account, key, data.get("seat", ""))
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/leave", sync_to_thread=True)
def leave_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Leave an open game, or after a confirmation the seat in a running one."""
    account = demand_account(request)
    if access(service, account, key).game.state == directory.RUNNING and data.get("sure") != "yes":
        raise HorizonsError(
            LocalizedText("confirm that you want to leave; someone else may take over your seat"),
            LocalizedText("select “I'm sure”"),
        )
    joining.leave(service, account, key)
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/start", sync_to_thread=True)
def start_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Start a game whose players have joined."""
    access(service, request.user, key).demand_arranger()
    joining.start(service, key, without=data.get("without") == "yes")
    return redirect_to(f"/games/{key}")


GAME_PAGES = (choose_variant, new_game_page, new_game, game_page, join_game, leave_game, start_game)
