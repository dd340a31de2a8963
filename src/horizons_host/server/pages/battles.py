"""The battle calculator: a form for two sides, and a chart of the odds."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.odds_picture import BattleOdds, battle_odds, odds_picture
from horizons_host.server.battle_forms import has_battle_form, sides_of, spec_of, unit_fields
from horizons_host.server.fighting import battle_statistics
from horizons_host.server.games.access import page_not_found
from horizons_host.server.injected import Key
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.pages.turn_battles import odds_texts
from horizons_host.server.security.places import network_of
from horizons_host.server.security.rates import Rate, RateLimiter

#: Number of runs for the odds; the second is for resolvers without a kernel.
RUNS, RUNS_ONE_BY_ONE = 1000, 60
#: Rate limit per client.
_FORM_RATE = Rate(20, 0.2)
#: The seed, so that the same battle always has the same odds.
_SEED = "try a battle"


@get("/battles", sync_to_thread=True)
def battle_rules_page(request: PageRequest) -> Template:
    """Show the variants whose battles can be calculated."""
    return page(request, "battles.html.jinja", variants=_variants_with_form())


def _variants_with_form() -> list[hz.VariantInfo]:
    """List the variants that describe their battles."""
    return [info for info in hz.variants().values() if has_battle_form(info.name)]


@get("/battles/{variant:str}", sync_to_thread=True)
def battle_form_page(request: PageRequest, variant: Key) -> Template:
    """Show the form for a battle, and the odds of a battle that was entered."""
    if not has_battle_form(variant):
        raise page_not_found()
    rules = hz.load_variant(variant)
    fields = unit_fields(rules)
    entries = {name: text for name, text in request.query_params.items() if isinstance(text, str)}
    odds, problem = None, None
    if entries:
        rates: RateLimiter = request.app.state.rates
        client = (
            f"from {network_of(request)}" if request.user is None else f"account {request.user.id}"
        )
        rates.demand(f"battles {client}", _FORM_RATE)
        try:
            odds = _form_odds(rules, spec_of(rules, entries))
        except HorizonsError as error:
            problem = error
    return page(
        request,
        "battle.html.jinja",
        variant=rules.info,
        variant_name=variant,
        fields=fields,
        sides=sides_of(rules, entries),
        odds=odds,
        picture=odds_picture(odds, odds_texts(rules.info.title)) if odds else None,
        problem=problem,
        status=422 if problem else 200,
    )


def _form_odds(rules: hz.Variant, spec: dict[str, object]) -> BattleOdds:
    """Return the odds of a battle; raises BattleError."""
    return battle_odds(battle_statistics(rules, spec, _SEED, RUNS, RUNS_ONE_BY_ONE))


BATTLE_PAGES = (battle_rules_page, battle_form_page)
