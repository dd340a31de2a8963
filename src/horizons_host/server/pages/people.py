"""Pages about people: profiles and ladders."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

import horizons_core as hz
from horizons_host.server.games.access import page_not_found
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.people import profiles, ratings
from horizons_host.server.security.requests import InjectedService, Key


@get("/people/{name:str}", sync_to_thread=True)
def profile_page(request: PageRequest, service: InjectedService, name: Key) -> Template:
    """Show a person's profile to those who may read it."""
    profile = profiles.profile_of(service, name, request.user)
    return page(
        request,
        "profile.html.jinja",
        profile=profile,
        person=profile.account,
        is_own=request.user is not None and request.user.id == profile.account.id,
        least_games=ratings.LEAST_GAMES,
    )


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


PEOPLE_PAGES = (profile_page, ladders_page, ladder_page)
