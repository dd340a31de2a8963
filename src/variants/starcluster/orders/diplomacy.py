"""WAR, PEACE, ENVOY, AMALGAMATE, INTELLIGENCE, SPY and SPY GUARD (SC-DIP, SC-ESP)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve

from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    Cost,
    OfferingRules,
    Required,
    one_of,
)
from horizons_core.sums import ordered_sum
from variants.starcluster import references
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.intelligence import OPERATIONS, POOL, REPORT, STEAL, SURVEY
from variants.starcluster.model.empires import ALLIANCE, WAR
from variants.starcluster.orders.arguments import Row, chosen_rows, money_in_hand, priced_choices
from variants.starcluster.rules import diplomacy, espionage

DIPLOMACY, ESPIONAGE = "Diplomacy", "Espionage"


def contacts(view: View) -> list[Row]:
    """The contacts that still play."""
    return [contact for contact in view["contacts"] if contact["active"]]


def contact_argument(
    fits: Callable[[View, Row, OfferingRules], bool],
    price: Callable[[View, OfferingRules], float] = lambda _, __: 0.0,
) -> Argument:
    """An empire in contact; offers those that fit, if the price can be paid."""

    def offers(view: View, _: Chosen, rules: OfferingRules) -> Sequence[Choice]:
        cost, money = price(view, rules), money_in_hand(view, rules.economy)
        return [
            Choice(contact["name"], cost=Cost(TREASURY, cost) if cost else None)
            for contact in contacts(view)
            if cost <= money and fits(view, contact, rules)
        ]

    return Argument(find=references.power, offers=offers, things=("empire",))


def _is_at_peace(_: View, contact: Row, __: OfferingRules) -> bool:
    return bool(contact["stance"] != WAR or contact["offers_peace"])


def _is_at_war(view: View, contact: Row, rules: OfferingRules) -> bool:
    """True for enemies without an offer, and races that can be asked again (SC-DIP-005)."""
    if contact["stance"] != WAR or contact["offers_peace"]:
        return False
    pause = rules.economy.diplomacy.peace_pause
    return not contact["npr"] or _is_pause_over(view, contact["asked"], pause)


def _listens(view: View, contact: Row, rules: OfferingRules) -> bool:
    """True for races that receive envoys (SC-DIP-003)."""
    able = contact["npr"] and contact["talks"] and contact["stance"] not in (WAR, ALLIANCE)
    pause = rules.economy.diplomacy.envoy_pause
    return able and _is_pause_over(view, contact["envoy"], pause)


def _may_join(view: View, contact: Row, rules: OfferingRules) -> bool:
    """True for races that can be asked to join (SC-DIP-006)."""
    rule = rules.economy.diplomacy
    systems = [system for system in view["systems"] if system["owner"] == contact["name"]]
    people = ordered_sum(system["pu"] or 0 for system in systems)
    return bool(
        contact["npr"]
        and contact["stance"] == ALLIANCE
        and view.turn + 1 - contact["since"] >= rule.alliance_turns
        and _is_pause_over(view, contact["asked"], rule.union_pause)
        and people < ordered_sum(colony["pu"] for colony in view["colonies"])
    )


def _is_pause_over(view: View, since: int, pause: int) -> bool:
    """True if the pause will have passed by the next turn; `since` is a turn, 0 for never."""
    return not since or view.turn + 1 - since >= pause


def _envoy_price(view: View, rules: OfferingRules) -> float:
    return float(rules.economy.diplomacy.envoy_price(view["el"]) / MC)


def _union_price(view: View, rules: OfferingRules) -> float:
    return float(rules.economy.diplomacy.union_price(view["el"]) / MC)


EMPIRE = contact_argument(lambda _, __, ___: True)


def _command(
    keyword: str,
    label: str,
    rule: str,
    help_: str,
    arguments: dict[str, Argument],
    run: Callable[..., None],
    *rules: str,
) -> Command:
    word = "empire" if "empire" in arguments else "npr"
    return Command(
        keyword=keyword,
        label=label,
        group=DIPLOMACY,
        rule=rule,
        phase="diplomacy",
        syntax=(f"{keyword} {word}",),
        help=help_,
        example=f"{keyword} {'Brin' if word == 'empire' else 'NPR1'}",
        mistake=f"{keyword} Nobody",
        arguments=arguments,
        rules=rules,
        run=run,
    )


DIPLOMACY_COMMANDS = (
    _command(
        "WAR",
        "Declare war",
        "make_war",
        "Starts a war with an empire in contact, or withdraws an offer of peace.",
        {"empire": contact_argument(_is_at_peace)},
        diplomacy.make_war,
        "SC-DIP-001",
        "SC-DIP-004",
    ),
    _command(
        "PEACE",
        "Offer peace",
        "ask_for_peace",
        "Offers peace to a player, who must order it, too, or asks a non-player race for it.",
        {"empire": contact_argument(_is_at_war)},
        diplomacy.ask_for_peace,
        "SC-DIP-001",
        "SC-DIP-005",
    ),
    _command(
        "ENVOY",
        "Send an envoy",
        "send_envoy",
        "Sends an envoy to a non-player race to improve its stance.",
        {"npr": evolve(contact_argument(_listens, _envoy_price), label="race")},
        diplomacy.send_envoy,
        "SC-DIP-003",
    ),
    _command(
        "AMALGAMATE",
        "Amalgamate",
        "amalgamate",
        "Asks a long-standing ally that is smaller than you to join you.",
        {"npr": evolve(contact_argument(_may_join, _union_price), label="race")},
        diplomacy.amalgamate,
        "SC-DIP-006",
    ),
)


def _can_raise(view: View, rules: OfferingRules) -> bool:
    """True if the Intelligence Rating may rise and can be paid for (SC-ESP-001)."""
    rule, rating = rules.economy.intelligence, view["intelligence"] + 1
    too_expensive = rule.rating_price(rating) / MC > money_in_hand(view, rules.economy)
    return not too_expensive and rating <= rule.highest_rating(view["el"])


def _can_guard(view: View, rules: OfferingRules) -> bool:
    price = rules.economy.intelligence.guard_price() / MC
    return bool(price <= money_in_hand(view, rules.economy))


def _operations(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """The operations that are possible and can be paid for (SC-ESP-003)."""
    empires = chosen_rows(contacts(view), chosen, "empire")
    natives = bool(empires) and all(empire["npr"] for empire in empires)
    prices = {
        kind: rules.economy.intelligence.price(kind) / MC
        for kind in OPERATIONS
        if not (natives and kind in espionage.NOT_AGAINST_NATIVES)
        and (kind in (REPORT, POOL) or _has_objects(view, {**chosen, "operation": kind}, rules))
    }
    choices = priced_choices(prices, money_in_hand(view, rules.economy))
    return [evolve(c, cost=None) if c.value == STEAL else c for c in choices]


def _has_objects(view: View, chosen: Chosen, rules: OfferingRules) -> bool:
    offered = _objects(view, chosen, rules)
    return bool(offered.choices if isinstance(offered, Required) else offered)


def _objects(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[str | Choice] | Required:
    """The systems of an operation's target, or technologies that the player lacks."""
    kind = str(chosen.get("operation", "")).upper()
    if kind in (REPORT, POOL):
        return ()
    if kind == STEAL:
        return Required(
            priced_choices(_prices_of_theft(view, rules), money_in_hand(view, rules.economy))
        )
    if kind == SURVEY:
        return Required(_foreign_systems(view))
    owners = {empire["name"] for empire in chosen_rows(contacts(view), chosen, "empire")}
    theirs = [system["id"] for system in view["systems"] if system["owner"] in owners]
    return Required(theirs) if kind else [*_foreign_systems(view), *_prices_of_theft(view, rules)]


def _foreign_systems(view: View) -> list[str]:
    return [system["id"] for system in view["systems"] if not system["yours"]]


def _prices_of_theft(view: View, rules: OfferingRules) -> Mapping[str, float]:
    """The prices of stealing technologies that could be developed next."""
    price = rules.economy.intelligence.price
    return {row["name"]: price(STEAL, row["level"]) / MC for row in view["open"]}


ESPIONAGE_COMMANDS = (
    Command(
        keyword="INTELLIGENCE",
        label="Raise the Intelligence Rating",
        group=ESPIONAGE,
        possible=_can_raise,
        rule="raise_rating",
        phase="orders",
        syntax=("INTELLIGENCE",),
        help="Raises the Intelligence Rating by one, to at most one above the EL.",
        example="INTELLIGENCE",
        mistake="INTELLIGENCE 2",
        rules=("SC-ESP-001",),
        run=espionage.raise_rating,
    ),
    Command(
        keyword="SPY GUARD",
        label="Guard against spies",
        group=ESPIONAGE,
        possible=_can_guard,
        rule="guard_against_spies",
        phase="orders",
        syntax=("SPY GUARD",),
        help="Makes operations against you less likely to succeed this turn.",
        example="SPY GUARD",
        mistake="SPY GUARD Brin",
        rules=("SC-ESP-003",),
        run=espionage.order_spy_guard,
    ),
    Command(
        keyword="SPY",
        label="Spy",
        group=ESPIONAGE,
        forms=("SPY {empire} {operation} [{about}]",),
        rule="spy_on",
        phase="espionage",
        syntax=(
            "SPY empire SURVEY system",
            "SPY empire REPORT",
            "SPY empire STEAL technology",
            "SPY empire POOL",
            "SPY empire PROJECT system",
            "SPY empire INCITE system",
        ),
        help="Tries an operation against an empire in contact, once a turn for each empire.",
        example="SPY Brin REPORT",
        mistake="SPY Brin SING",
        arguments={
            "empire": EMPIRE,
            "operation": Argument(one_of(*OPERATIONS), _operations),
            "about": Argument(
                offers=_objects,
                optional=True,
                label="system or technology",
                things=("colony", "system"),
            ),
        },
        rules=("SC-ESP-003", "SC-ESP-002", "SC-ESP-004"),
        run=espionage.spy,
    ),
)
