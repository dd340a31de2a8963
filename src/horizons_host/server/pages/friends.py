"""Pages about friends, invitations by name, and games played again."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.deadlines.rules import rule_from
from horizons_host.server.games import invitations
from horizons_host.server.games.access import access
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, redirect_to
from horizons_host.server.people import blocks, friends
from horizons_host.server.security.requests import Form, InjectedService, Key, Number
from horizons_host.server.service import Service


@get("/friends", sync_to_thread=True)
def friends_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the reader's friends."""
    return _friends_page(request, service, None)


def _friends_page(
    request: PageRequest, service: Service, problem: HorizonsError | None
) -> Template:
    account = demand_account(request)
    return page(
        request,
        "friends.html.jinja",
        friends=friends.friends_of(service, account),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/friends", sync_to_thread=True)
def change_friends(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Redirect:
    """Add a friend by name, or remove one."""
    account, name = demand_account(request), data.get("name", "")
    try:
        if data.get("do") == "remove":
            friends.remove_friend(service, account, name)
        else:
            friends.add_friend(service, account, name)
    except HorizonsError as problem:
        return _friends_page(request, service, problem)
    return redirect_to("/friends")


@get("/invitations", sync_to_thread=True)
def personal_invitations_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the reader's invitations by name."""
    return _invitations_page(request, service, None)


def _invitations_page(
    request: PageRequest, service: Service, problem: HorizonsError | None
) -> Template:
    account = demand_account(request)
    pending = [
        (invitation, game, rule_from(game.terms.deadlines).words if game.terms.deadlines else [])
        for invitation, game in invitations.personal_invitations(service, account)
    ]
    return page(
        request,
        "personal_invitations.html.jinja",
        pending=pending,
        warns=isinstance(problem, blocks.BlockedPlayersError),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/invitations/by-name/{number:int}", sync_to_thread=True)
def answer_invitation(
    request: PageRequest, service: InjectedService, number: Number, data: Form
) -> Template | Redirect:
    """Accept an invitation by name, or decline it."""
    account = demand_account(request)
    if data.get("do") == "decline":
        invitations.decline_invitation(service, account, number)
        return redirect_to("/invitations")
    try:
        if data.get("anyway") != "yes":
            for invitation, game in invitations.personal_invitations(service, account):
                if invitation.id == number:
                    blocks.warn_of_blocked(service, account, game.key)
        key = invitations.accept_personal_invitation(service, account, number, data.get("seat", ""))
    except HorizonsError as problem:
        return _invitations_page(request, service, problem)
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/again", sync_to_thread=True)
def play_again(request: PageRequest, service: InjectedService, key: Key) -> Redirect:
    """Announce another game with the people of a finished one."""
    rights = access(service, demand_account(request), key)
    return redirect_to(f"/games/{friends.play_again(service, rights)}")


FRIEND_PAGES = (
    friends_page,
    change_friends,
    personal_invitations_page,
    answer_invitation,
    play_again,
)
