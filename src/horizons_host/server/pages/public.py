"""Pages for everyone, such as the home page, public games and first lessons."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.server import texts
from horizons_host.server.accounts import accounts, guests
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, invitations, lessons, lobby, players, settings
from horizons_host.server.games.access import page_not_found
from horizons_host.server.games.seats import games_with_open_seat
from horizons_host.server.pages.accounts import is_open, sign_browser_in
from horizons_host.server.pages.artwork import ICON_SIZES, icon, link_preview
from horizons_host.server.pages.perspectives import games_to_watch
from horizons_host.server.pages.rendering import (
    PageRequest,
    SignInRequiredError,
    page,
    redirect_to,
    refresh_seconds,
)
from horizons_host.server.schedule_words import PACES, schedule_sentences
from horizons_host.server.security.requests import Form, InjectedService, Key, network_of
from horizons_host.server.service import Service

#: Number of games shown as they are played.
_MAX_WATCHED = 4
#: Number of ended games listed.
_MAX_ENDED = 6
#: Number of games shown per state.
_MAX_GAMES = 60
#: Number of open games on the home page.
_MAX_ON_HOME_PAGE = 12

#: Earlier parts of paths, below a game or its desk, and the present ones.
_MOVED: Mapping[str, str] = {
    "eyes": "perspectives",
    "notices": "notifications",
    "papers": "handover",
    "press": "messages",
}
_PATHS = [
    f"/games/{{key:str}}{parent}/{part}{rest}"
    for part in _MOVED
    for parent in ("", "/desk")
    for rest in ("", "/{rest:path}")
]


@get("/", sync_to_thread=True)
def home_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the reader's games, and those that wait for players."""
    own_games = players.account_games(service, request.user) if request.user else []
    invited = invitations.personal_invitations(service, request.user) if request.user else []
    statuses = [entry.status for entry in own_games if entry.status and entry.status.deadline]
    ended = [
        game for game in directory.games_in_state(service, directory.ENDED) if game.terms.listed
    ]
    return page(
        request,
        "home.html.jinja",
        own_games=own_games,
        invited=len(invited),
        left_seats=players.left_seats(service, request.user) if request.user else [],
        refresh_seconds=refresh_seconds(status.minutes for status in statuses),
        open_games=_open_games(request, service, lobby.LobbyFilter())[:_MAX_ON_HOME_PAGE],
        with_open_seat=games_with_open_seat(service),
        watched=games_to_watch(service, _MAX_WATCHED),
        ended=ended[:_MAX_ENDED],
        variants=list(hz.variants().values()),
    )


HOME_PAGES = (home_page,)


def _open_games(
    request: PageRequest, service: Service, looked_for: lobby.LobbyFilter
) -> list[tuple[lobby.OpenGame, Markup, LocalizedText]]:
    """List the open games looked for, each with its pace and missing-orders policy in words."""
    now = service.clock()
    return [
        (
            entry,
            schedule_sentences(entry.rule, now, is_open=True)[0],
            settings.missing_words(entry.game.terms),
        )
        for entry in lobby.open_games(service, request.user)
        if looked_for.fits(entry)
    ]


@get("/games", sync_to_thread=True)
def games_page(
    request: PageRequest,
    service: InjectedService,
    variant: FromQuery[str] = "",
    pace: FromQuery[str] = "",
    seats: FromQuery[str] = "",
) -> Template:
    """Show all listed games: the open ones that are looked for, running and ended ones."""
    looked_for = lobby.lobby_filter(variant, pace, seats)
    states = (directory.RUNNING, directory.ENDED)
    listed = {
        state: [game for game in directory.games_in_state(service, state) if game.terms.listed]
        for state in states
    }
    return page(
        request,
        "games.html.jinja",
        open_games=_open_games(request, service, looked_for)[:_MAX_GAMES],
        chosen=looked_for,
        paces=PACES,
        free_seats=lobby.FREE_SEATS,
        variants=list(hz.variants().values()),
        running=listed[directory.RUNNING][:_MAX_GAMES],
        ended=listed[directory.ENDED][:_MAX_GAMES],
        with_open_seat={game.key for game in games_with_open_seat(service)},
    )


PUBLIC_PAGES = (games_page,)


@get("/pictures/{name:str}", sync_to_thread=True, include_in_schema=False)
def picture(name: Key) -> Response[bytes]:
    """Return an icon of the app, or the picture of a variant for link previews.

    Raises NoGameError for other names.
    """
    stem, _, kind = name.partition(".")
    icons = {f"icon-{size}": size for size in ICON_SIZES}
    if kind != "png" or (stem not in icons and stem not in hz.variants()):
        raise page_not_found()
    return Response(
        icon(icons[stem]) if stem in icons else link_preview(stem),
        media_type="image/png",
        headers={"Cache-Control": "public, max-age=86400"},
    )


@get("/learn", sync_to_thread=True)
def learn_page(request: PageRequest) -> Template:
    """Show the games that have a lesson."""
    return page(request, "learn.html.jinja", lessons=lessons.lessons())


@post("/learn/{variant:str}", sync_to_thread=True)
def begin_lesson(
    request: PageRequest, service: InjectedService, variant: Key, data: Form
) -> Response[None]:
    """Begin a lesson, or continue it; with `again` it begins anew.

    A visitor without an account becomes a guest.
    """
    account, again = _account_or_guest(request, service, variant, data), "again" in data
    game = lessons.begin_lesson(service, account, variant, again=again)
    return _go_to_game(request, service, account, game.key)


def _account_or_guest(
    request: PageRequest, service: Service, variant: str, data: Mapping[str, str]
) -> Account:
    """Return the account, or a new guest; raises SignInRequiredError where none may be made."""
    if request.user is not None:
        guests.count_game(service, request.user)
        return request.user
    if not is_open(service, data.get("to", "")):
        raise SignInRequiredError
    if variant not in hz.variants():
        raise page_not_found()
    return guests.create_guest(service, network_of(request))


def _go_to_game(
    request: PageRequest, service: Service, account: Account, key: str
) -> Response[None]:
    """Redirect to a game, with a session for a guest who was just created."""
    if request.user is None:
        return sign_browser_in(request, service, account, f"/games/{key}")
    return redirect_to(f"/games/{key}")


@post("/learn/{variant:str}/play", sync_to_thread=True)
def play_bots(
    request: PageRequest, service: InjectedService, variant: Key, data: Form
) -> Response[None]:
    """Start a game against bots; a visitor without an account becomes a guest."""
    account = _account_or_guest(request, service, variant, data)
    game = lessons.play_bots(service, account, variant)
    return _go_to_game(request, service, account, game.key)


LEARN_PAGES = (picture, learn_page, begin_lesson, play_bots)


@get("/language", sync_to_thread=True)
def language_page(request: PageRequest) -> Template:
    """Show the languages."""
    return page(request, "language.html.jinja")


@post("/language", sync_to_thread=True)
def choose_language(request: PageRequest, service: InjectedService, data: Form) -> Redirect:
    """Change the language of pages from now on; an unknown language changes nothing."""
    answer, language = redirect_to("/"), data.get("language", "")
    if language in texts.LANGUAGES:
        if request.user is not None:
            accounts.change_settings(service, request.user, **{texts.LANGUAGE_SETTING: language})
        answer.set_cookie(texts.language_cookie(language, secure=service.settings.secure))
    return answer


LANGUAGE_PAGES = (language_page, choose_language)


@get(_PATHS)
async def moved_page(request: PageRequest) -> Redirect:
    """Redirect to the present address of a page, whether or not the game exists."""
    parts = str(request.scope["path"]).split("/")
    index = 4 if parts[3] == "desk" else 3
    parts[index] = _MOVED[parts[index]]
    query = f"?{request.url.query}" if request.url.query else ""
    return Redirect(quote("/".join(parts)) + query, status_code=301)


MOVED_PAGES = (moved_page,)
