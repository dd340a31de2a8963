"""Trying a battle: two sides are filled in, and a picture says how it would end."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.odds_picture import BattleOdds, battle_odds, odds_picture
from horizons_host.server.battle_forms import has_battle_form, sides_of, spec_of, unit_fields
from horizons_host.server.fighting import statistics_of
from horizons_host.server.games.access import nothing_here
from horizons_host.server.injected import Key
from horizons_host.server.pages.rendering import Asked, page
from horizons_host.server.pages.turn_battles import picture_words
from horizons_host.server.security.places import place
from horizons_host.server.security.rates import Rate, Rates

#: So often a battle is fought for its odds, and where each is fought by itself, slowly.
RUNS, RUNS_ONE_BY_ONE = 1000, 60
#: Battles that somebody may try at once, and a second.
_TRIES = Rate(20, 0.2)
#: The same battle has the same odds whenever it is tried.
_KEY = "try a battle"


@get("/battles", sync_to_thread=True)
def choose_rules(request: Asked) -> Template:
    """By whose rules a battle is tried."""
    return page(request, "battles.html.jinja", variants=_fought())


def _fought() -> list[hz.VariantInfo]:
    """The variants that say what their battles look like."""
    return [one for one in hz.variants().values() if has_battle_form(one.name)]


@get("/battles/{variant:str}", sync_to_thread=True)
def try_battle(request: Asked, variant: Key) -> Template:
    """The form for a battle; with a battle filled in, its odds."""
    if not has_battle_form(variant):
        raise nothing_here()
    rules = hz.load_variant(variant)
    fields = unit_fields(rules)
    given = {name: value for name, value in request.query_params.items() if isinstance(value, str)}
    odds, problem = None, None
    if given:
        rates: Rates = request.app.state.rates
        who = f"from {place(request)}" if request.user is None else f"account {request.user.id}"
        rates.demand(f"battles {who}", _TRIES)
        try:
            odds = _odds(rules, spec_of(rules, given))
        except HorizonsError as met:
            problem = met
    return page(
        request,
        "battle.html.jinja",
        variant=rules.info,
        variant_name=variant,
        fields=fields,
        sides=sides_of(rules, given),
        odds=odds,
        picture=odds_picture(odds, picture_words(rules.info.title)) if odds else None,
        problem=problem,
        status=422 if problem else 200,
    )


def _odds(rules: hz.Variant, spec: dict[str, object]) -> BattleOdds:
    """The odds of a battle; raises BattleError."""
    return battle_odds(statistics_of(rules, spec, _KEY, RUNS, RUNS_ONE_BY_ONE))


HANDLERS = (choose_rules, try_battle)
