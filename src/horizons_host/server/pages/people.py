"""Pages about people: profiles, ladders, blocks, reports to moderators, and privacy."""

from __future__ import annotations

from urllib.parse import quote

from litestar import get, post
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.server.administration import newcomers, problem_reports
from horizons_host.server.games.access import page_not_found
from horizons_host.server.pages.rendering import (
    PageRequest,
    delete_cookie,
    demand_account,
    facts_to_show,
    page,
    redirect_and_show,
    redirect_to,
)
from horizons_host.server.people import blocks, complaints, profiles, ratings, traces
from horizons_host.server.people.friends import is_friend
from horizons_host.server.people.moderators import has_moderators
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.service import Service


@get("/people/{name:str}", sync_to_thread=True)
def profile_page(request: PageRequest, service: InjectedService, name: Key) -> Template:
    """Show a person's profile to those who may read it."""
    return _profile_page(request, service, name, None)


def _profile_page(
    request: PageRequest, service: Service, name: str, problem: HorizonsError | None
) -> Template:
    reader = request.user
    profile = profiles.profile_of(service, name, reader)
    person = profile.account
    answer = page(
        request,
        "profile.html.jinja",
        profile=profile,
        person=person,
        is_own=reader is not None and reader.id == person.id,
        is_blocked=reader is not None and blocks.has_blocked(service, reader, person),
        is_friend=reader is not None and is_friend(service, reader, person),
        can_report=reader is not None and has_moderators(service),
        done=facts_to_show(request).get("done", ""),
        least_games=ratings.LEAST_GAMES,
        max_reason=complaints.MAX_REASON,
        problem=problem,
        status=422 if problem else 200,
    )
    return delete_cookie(request, answer)


@get("/ladders", sync_to_thread=True)
def ladders_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the games that have ladders."""
    return page(request, "ladders.html.jinja", variants=profiles.rated_variants(service))


@get("/ladders/{variant:str}", sync_to_thread=True)
def ladder_page(request: PageRequest, service: InjectedService, variant: Key) -> Template:
    """Show the ladder of a game; raises NoGameError for an unknown game without ratings."""
    if variant not in hz.variants() and variant not in profiles.rated_variants(service):
        raise page_not_found()
    return page(
        request,
        "ladder.html.jinja",
        variant_name=variant,
        places=profiles.ladder(service, variant, request.user),
        least_games=ratings.LEAST_GAMES,
    )


@post("/people/{name:str}/block", sync_to_thread=True)
def block_person(request: PageRequest, service: InjectedService, name: Key) -> Redirect:
    """Block a person."""
    account = demand_account(request)
    person = profiles.find_person(service, name, account)
    blocks.block(service, account, person)
    return redirect_to(f"/people/{quote(person.name)}")


@post("/people/{name:str}/unblock", sync_to_thread=True)
def unblock_person(request: PageRequest, service: InjectedService, name: Key) -> Redirect:
    """Unblock a person, who may have hidden the profile since."""
    account = demand_account(request)
    blocks.unblock(service, account, blocks.find_blocked(service, account, name))
    return redirect_to("/account#blocks")


@post("/people/{name:str}/report", sync_to_thread=True)
def report_person(
    request: PageRequest, service: InjectedService, name: Key, data: Form
) -> Template | Redirect:
    """Report a person to the moderators."""
    account = demand_account(request)
    person = profiles.find_person(service, name, account)
    try:
        complaints.complain_about_person(service, account, person, data.get("reason", ""))
    except HorizonsError as problem:
        return _profile_page(request, service, name, problem)
    return redirect_and_show(request, f"/people/{quote(person.name)}", done="report")


@get("/privacy", sync_to_thread=True)
def privacy_page(request: PageRequest) -> Template:
    """Show what the server keeps about people, and how long."""
    return page(
        request,
        "privacy.html.jinja",
        weeks=traces.KEPT_WEEKS,
        report_days=problem_reports.KEPT_DAYS,
        visit_weeks=newcomers.WEEKS_KEPT,
    )


PEOPLE_PAGES = (
    profile_page,
    ladders_page,
    ladder_page,
    block_person,
    unblock_person,
    report_person,
    privacy_page,
)
