"""The form with the settings of a game, for a new game and for one that is open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from litestar import get, post
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.plugins.guides import guide_of
from horizons_host.deadlines.schedules import EVERYONE_READY, zone_named
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import deadlines, directory, invitations, joining, settings
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.directory import GAMEMASTER, OPEN, PLAYER
from horizons_host.server.games.lessons import usual_bot
from horizons_host.server.games.terms import AT_END, CHECKS, FROM_START, Terms, checked_missing
from horizons_host.server.games.watch_rules import EVERYONE, WatchRule
from horizons_host.server.pages.desk.watching import watch_rule_in
from horizons_host.server.pages.forms import (
    EVERY_FEW_DAYS,
    ON_DAYS,
    SCHEDULE_PARTS,
    WHEN_READY,
    daily_at,
    is_given,
    number_in,
    rule_fields,
    schedule_in,
    zone_names,
)
from horizons_host.server.pages.messages import rule_in
from horizons_host.server.pages.rendering import (
    PageRequest,
    demand_account,
    page,
    page_access,
    redirect_and_show,
    redirect_to,
)
from horizons_host.server.people.measures import demand_may_write
from horizons_host.server.schedule_words import weekday_names
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.security.responses import public_error
from horizons_host.server.service import Service
from horizons_host.server.texts import gettext

#: The suggested number of players.
_USUAL_PLAYERS = 4
#: Paces to choose from, and the days of their deadlines; the other paces are in `_read_schedule`.
_PACES: Mapping[str, str] = {
    "daily": "FREQ=DAILY",
    "twice": "FREQ=WEEKLY;BYDAY=MO,TH",
    "weekly": "FREQ=WEEKLY;BYDAY=SU",
}
#: Any schedule, to check a part of one alone.
_ANY_SCHEDULE = {"rule": EVERYONE_READY}
#: The percentages of reliability to choose from.
_RELIABILITIES = (0, 50, 75, 90)
Problems = dict[str, HorizonsError]


@contextmanager
def beside(problems: Problems, field: str) -> Iterator[None]:
    """Note an error of the block as one of a field, unless the field has one already."""
    try:
        yield
    except HorizonsError as problem:
        problems.setdefault(field, public_error(problem))


def read_settings(
    service: Service, rules: hz.Variant, data: Mapping[str, str], problems: Problems
) -> Terms:
    """Read the settings of a game from a form; errors are noted under the names of their fields."""
    numbers = dict.fromkeys(("players", "bots", "reliability"), 0)
    for name in numbers:
        with beside(problems, name):
            numbers[name] = number_in(data, name)
    players, bots = numbers["players"], numbers["bots"]
    if data.get("open_to") == "bots":
        plays = int(data.get("plays") == "yes")
        players, bots = plays, bots + max(players - plays, 0)
    terms = Terms(
        title=data.get("title", ""),
        deadlines=_read_schedule(service, data, problems),
        missing=_read_missing(rules, data, problems),
        variant=rules.name,
        options=_read_options(rules, data, problems),
        players=players,
        bots=bots,
        bot=data.get("bot", ""),
        text=data.get("text", ""),
        listed=data.get("open_to") == "all",
        spectators=data.get("spectators") == "yes",
        shared_chance=data.get("shared_chance") == "yes",
        hints=data.get("no_hints") != "yes",
        press=rule_in(data).to_dict(),
        names=data.get("names", AT_END),
        watching=_read_watching(data, problems).to_dict(),
        reliability=numbers["reliability"],
    )
    for field, check in CHECKS.items():
        with beside(problems, field):
            check(rules, terms)
    return terms


def _read_options(rules: hz.Variant, data: Mapping[str, str], problems: Problems) -> dict[str, Any]:
    options = {}
    for option in rules.info.options:
        value = data.get(f"option-{option.name}", "").strip()
        if value:
            with beside(problems, f"option-{option.name}"):
                options[option.name] = option.checked(value)
    return options


def _read_schedule(service: Service, data: Mapping[str, str], problems: Problems) -> dict[str, Any]:
    """Read the schedule of a game, empty if the gamemaster runs the turns."""
    parts: dict[str, Any] = {}
    for name, read in SCHEDULE_PARTS.items():
        if is_given(data, name):
            with beside(problems, name):
                parts[name] = read(data)
                deadlines.announced_schedule(service, {**_ANY_SCHEDULE, name: parts[name]})
    pace, schedule, announced = data.get("pace", ""), {}, {}
    with beside(problems, "zone"):
        if data.get("zone"):
            zone_named(data["zone"].strip())
    if "zone" in problems:
        return {}
    with beside(problems, "pace"):
        if pace in _PACES:
            schedule = daily_at(data, _PACES[pace])
        elif pace == "live":
            schedule = schedule_in(data, WHEN_READY)
        elif pace == "own":
            schedule = schedule_in(data, data.get("repeat", ""))
        elif pace != "none":
            raise HorizonsError(
                LocalizedText("unknown pace '{name}'", name=pace), LocalizedText("choose one")
            )
        if schedule:
            when_final = {"when_final": data.get("when_final") == "yes" or pace == "live"}
            rule = {**schedule, **when_final}
            deadlines.announced_schedule(service, rule)
            announced = deadlines.announced_schedule(service, {**parts, **rule})
    return announced


def _read_missing(rules: hz.Variant, data: Mapping[str, str], problems: Problems) -> dict[str, Any]:
    missing: dict[str, Any] = {"kind": data.get("missing", "wait")}
    if missing["kind"] == "bot":
        missing["bot"] = data.get("missing_bot", "")
        with beside(problems, "missing_turns"):
            missing["turns"] = number_in(data, "missing_turns", 1)
    try:
        return checked_missing(rules, missing)
    except HorizonsError as problem:
        problems.setdefault("missing", problem)
        return {}


def _read_watching(data: Mapping[str, str], problems: Problems) -> WatchRule:
    try:
        return watch_rule_in(data)
    except HorizonsError as problem:
        problems.setdefault("watching", problem)
        return WatchRule(EVERYONE)


def settings_variables(
    rules: hz.Variant, entries: Mapping[str, str], problems: Problems
) -> dict[str, Any]:
    """Return the template variables of the form, with its entries and their errors."""
    low, high = rules.info.players
    bot = usual_bot(rules)
    defaults = {
        "open_to": "friends",
        "pace": "daily",
        "plays": "yes",
        "bot": bot,
        "names": FROM_START,
        "players": str(min(max(low, _USUAL_PLAYERS), high)),
        "when_final": "yes",
        "repeat": "days",
        **rule_fields(None),
    }
    # A box that isn't checked is not among the fields that were sent.
    entries = entries or defaults
    return {
        "variant": rules.info,
        "variant_name": rules.name,
        "defaults": defaults,
        "bots": [(name, name) for name in sorted(rules.bots)],
        "options": [option for option in rules.info.options if not option.secret],
        "entries": entries,
        "problems": problems,
        "press": rule_in(entries),
        "watch_rule": _read_watching(entries, {}),
        "weekdays": list(weekday_names()),
        "zones": zone_names(),
        "reliabilities": _RELIABILITIES,
        "status": 422 if problems else 200,
    }


def entries_of(terms: Terms) -> dict[str, str]:
    """Return the form's entries for settings."""
    rule = rule_fields(terms.deadlines) if terms.deadlines else {"pace": "none"}
    repeat = rule.get("repeat", "")
    if terms.deadlines:
        paces = {WHEN_READY: "live", ON_DAYS: "own"}
        is_daily = repeat == EVERY_FEW_DAYS and rule["interval"] == "1"
        rule["pace"] = "daily" if is_daily else paces.get(repeat, "keep")
    flags = {name: "yes" for name in ("spectators", "shared_chance") if getattr(terms, name)}
    flags |= {} if terms.hints else {"no_hints": "yes"}
    press = terms.press_rule.to_dict()
    missing, watching = terms.missing, terms.watch_rule
    return {
        "title": terms.title,
        "open_to": "all" if terms.listed else "friends",
        "players": str(terms.players),
        "bots": str(terms.bots),
        "bot": terms.bot,
        "text": terms.text,
        "reliability": str(terms.reliability),
        "names": terms.names,
        **rule_fields(None),
        **rule,
        "missing": missing.get("kind", "wait"),
        "missing_bot": missing.get("bot", ""),
        "missing_turns": str(missing.get("turns", 1)),
        **{name: _entry(value) for name, value in press.items() if value},
        **{f"option-{n}": _entry(v) for n, v in terms.options.items() if v is not None},
        "audience": watching.audience,
        "delay": "" if watching.delay is None else str(watching.delay),
        "embeds": "yes" if watching.embeds else "",
        **flags,
    }


def _entry(value: Any) -> str:
    """Return a value as the form has it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@get("/games/new", sync_to_thread=True)
def choose_variant(request: PageRequest) -> Template:
    """Show the variants to choose from for a new game."""
    demand_account(request)
    return page(
        request,
        "choose_variant.html.jinja",
        variants=[(info, guide_of(info.name).lesson) for info in hz.variants().values()],
    )


@get("/games/new/{variant:str}", sync_to_thread=True)
def new_game_page(request: PageRequest, variant: Key) -> Template:
    """Show the form for a new game, built from the options of its variant."""
    return _new_game_page(request, hz.load_variant(variant), {}, {})


def _new_game_page(
    request: PageRequest, rules: hz.Variant, entries: Mapping[str, str], problems: Problems
) -> Template:
    name = demand_account(request).name
    suggestion = gettext("%(title)s with %(name)s") % {"title": rules.info.title, "name": name}
    return page(
        request,
        "new_game.html.jinja",
        suggestion=suggestion,
        **settings_variables(rules, entries, problems),
    )


@post("/games/new/{variant:str}", sync_to_thread=True)
def new_game(
    request: PageRequest, service: InjectedService, variant: Key, data: Form
) -> Template | Redirect:
    """Create a game; if the settings are invalid, the form is shown again as entered.

    A game with friends continues with the link to invite them, one against bots starts.
    """
    account, problems = demand_account(request), Problems()
    rules, plays = hz.load_variant(variant), data.get("plays") == "yes"
    terms = read_settings(service, rules, data, problems)
    if plays:
        with beside(problems, "seat"):
            rules.info.check_names([data.get("seat", "").strip() or account.name])
        if not problems:
            with beside(problems, "pace"):
                directory.demand_schedule(terms, plays=True)
    if not problems:
        try:
            return _create_game(request, service, account, terms, data)
        except HorizonsError as problem:
            problems[""] = problem
    return _new_game_page(request, rules, data, problems)


def _create_game(
    request: PageRequest, service: Service, account: Account, terms: Terms, data: Mapping[str, str]
) -> Redirect:
    plays = data.get("plays") == "yes"
    game = directory.announce(service, account, terms, plays=plays)
    if plays:
        joining.join(service, account, game.key, data.get("seat", ""))
    free = game.terms.players - plays
    if data.get("open_to") == "bots":
        joining.start(service, game.key)
    elif data.get("open_to") == "friends" and free:
        rights = access(service, account, game.key)
        link = invitations.create_invitation(service, rights, PLAYER, places=free)
        facts = {"address": link, "mail": "", "places": str(free)}
        return redirect_and_show(request, f"/games/{game.key}/invitations", **facts)
    return redirect_to(f"/games/{game.key}")


@get("/games/{key:str}/settings", sync_to_thread=True)
def settings_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the form with the settings of an open game."""
    rights = _open_game(request, service, key)
    return _settings_page(request, rights, entries_of(rights.game.terms), {})


def _open_game(request: PageRequest, service: Service, key: str) -> Access:
    rights = page_access(request, service, key)
    rights.demand_arranger()
    if rights.game.state != OPEN or rights.game.terms.lesson:
        raise page_not_found()
    return rights


def _settings_page(
    request: PageRequest, rights: Access, entries: Mapping[str, str], problems: Problems
) -> Template:
    return page(
        request,
        "settings.html.jinja",
        game=rights.game,
        access=rights,
        plays=not any(member.role == GAMEMASTER for member in rights.members),
        **settings_variables(rights.game.terms.rules(), entries, problems),
    )


@post("/games/{key:str}/settings", sync_to_thread=True)
def change_settings(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Change the settings of an open game; its players are told, and may leave."""
    rights, problems = _open_game(request, service, key), Problems()
    before = rights.game.terms
    rules = before.rules()
    keeps = data.get("pace") == "keep"
    terms = read_settings(service, rules, {**data, "pace": "none"} if keeps else data, problems)
    secrets = {o.name: before.options.get(o.name) for o in rules.info.options if o.secret}
    values = {**terms.to_dict(), "options": {**secrets, **terms.options}, "mods": before.mods}
    if keeps:
        values["deadlines"] = before.deadlines
    if not problems:
        with beside(problems, ""):
            settings.change_settings(service, rights, Terms(**values))
    if problems:
        return _settings_page(request, rights, data, problems)
    return redirect_to(f"/games/{key}")


@post("/games/{key:str}/withdraw", sync_to_thread=True)
def withdraw_game(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Redirect:
    """Withdraw an open game, after a confirmation."""
    rights = page_access(request, service, key)
    rights.demand_arranger()
    if data.get("sure") != "yes":
        raise HorizonsError(
            LocalizedText("confirm that you want to withdraw the game"),
            LocalizedText("select “I'm sure”"),
        )
    reason = data.get("reason", "")
    if reason.strip():
        demand_may_write(request.user)
    settings.withdraw(service, rights, reason)
    return redirect_to(f"/games/{key}")


SETTINGS_PAGES = (
    choose_variant,
    new_game_page,
    new_game,
    settings_page,
    change_settings,
    withdraw_game,
)
