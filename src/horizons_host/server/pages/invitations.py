"""Inviting players into a game, and accepting an invitation."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games import directory, invitations
from horizons_host.server.games.access import Access, access
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.pages.once import delete_cookie, facts_to_show, redirect_and_show
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, redirect_to


@post("/games/{key:str}/invitations", sync_to_thread=True)
def create_invitation(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Make an invitation; the next page shows its link once."""
    rights = access(service, request.user, key)
    rights.demand_arranger()
    mail = data.get("mail", "").strip()
    try:
        address = invitations.create_invitation(
            service, rights, data.get("role", ""), data.get("seat", ""), mail
        )
    except HorizonsError as problem:
        return _created_invitation_page(request, rights, problem)
    mail = mail if service.settings.mail else ""
    return redirect_and_show(request, f"/games/{key}/invitations", address=address, mail=mail)


@get("/games/{key:str}/invitations", sync_to_thread=True)
def created_invitation_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the link of an invitation that was just made."""
    rights = access(service, request.user, key)
    rights.demand_arranger()
    return _created_invitation_page(request, rights)


def _created_invitation_page(
    request: PageRequest, rights: Access, problem: HorizonsError | None = None
) -> Template:
    answer = page(
        request,
        "invited.html.jinja",
        game=rights.game,
        access=rights,
        problem=problem,
        status=422 if problem else 200,
        **{"address": "", "mail": "", **facts_to_show(request)},
    )
    return delete_cookie(request, answer)


@get("/invitations/{invitation:str}", sync_to_thread=True)
def invitation_page(request: PageRequest, service: InjectedService, invitation: Key) -> Template:
    """Show an invitation with the button that accepts it."""
    demand_account(request)
    return _invitation_page(request, service, invitation, None)


def _invitation_page(
    request: PageRequest, service: InjectedService, key: str, problem: HorizonsError | None
) -> Template:
    invitation = invitations.find_invitation(service, key)
    game = directory.find_game(service, invitation.game)
    return page(
        request,
        "invitation.html.jinja",
        invitation=invitation,
        game=game,
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
        key = invitations.accept_invitation(service, account, invitation, data.get("seat", ""))
    except invitations.InvitationError:
        raise
    except HorizonsError as problem:
        return _invitation_page(request, service, invitation, problem)
    return redirect_to(f"/games/{key}")


INVITATION_PAGES = (create_invitation, created_invitation_page, invitation_page, accept_invitation)
