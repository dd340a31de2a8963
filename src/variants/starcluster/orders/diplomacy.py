"""WAR, PEACE, ENVOY, AMALGAMATE, INTELLIGENCE, SPY and SPY GUARD (SC-DIP, SC-ESP)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from horizons_core.model import View
from horizons_core.orders import Argument, Command, one_of
from variants.starcluster import references
from variants.starcluster.diplomacy import ALLIANCE_TURNS, ENVOY_PAUSE, PEACE_PAUSE, UNION_PAUSE
from variants.starcluster.intelligence import OPERATIONS
from variants.starcluster.model.empires import ALLIANCE, WAR
from variants.starcluster.rules import diplomacy, espionage


def _contacts(view: View) -> list[dict[str, Any]]:
    """The contacts that still play."""
    return [contact for contact in view["contacts"] if contact["active"]]


def contact_names(view: View) -> Sequence[str]:
    """The names of the empires in contact."""
    return [contact["name"] for contact in _contacts(view)]


def _at_peace(view: View) -> Sequence[str]:
    return [contact["name"] for contact in _contacts(view) if contact["stance"] != WAR]


def _at_war(view: View) -> Sequence[str]:
    """Players at war, and races that can be asked for peace again (SC-DIP-005)."""
    return [
        c["name"]
        for c in _contacts(view)
        if c["stance"] == WAR and (not c["npr"] or _is_pause_over(view, c["asked"], PEACE_PAUSE))
    ]


def _listening(view: View) -> Sequence[str]:
    """Races that receive envoys (SC-DIP-003)."""
    return [
        contact["name"]
        for contact in _contacts(view)
        if contact["npr"] and contact["talks"] and contact["stance"] not in (WAR, ALLIANCE)
        if _is_pause_over(view, contact["envoy"], ENVOY_PAUSE)
    ]


def _allies(view: View) -> Sequence[str]:
    """Races that can be asked to join (SC-DIP-006)."""
    return [
        row["name"]
        for row in _contacts(view)
        if row["npr"] and row["stance"] == ALLIANCE
        if _is_pause_over(view, row["since"], ALLIANCE_TURNS)
        and _is_pause_over(view, row["asked"], UNION_PAUSE)
    ]


def _is_pause_over(view: View, since: int, pause: int) -> bool:
    """True if the pause will have passed by the next turn; `since` is a turn, 0 for never."""
    return not since or view.turn + 1 - since >= pause


def _among(offers: Callable[[View], Sequence[str]]) -> Argument:
    return Argument(find=references.power, offers=offers)


EMPIRE = _among(contact_names)


def _command(
    keyword: str,
    rule: str,
    help_: str,
    arguments: dict[str, Argument],
    run: Callable[..., None],
    *rules: str,
) -> Command:
    word = "empire" if "empire" in arguments else "npr"
    return Command(
        keyword=keyword,
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
        "make_war",
        "Starts a war with an empire in contact, or withdraws an offer of peace.",
        {"empire": _among(_at_peace)},
        diplomacy.make_war,
        "SC-DIP-001",
        "SC-DIP-004",
    ),
    _command(
        "PEACE",
        "ask_for_peace",
        "Offers peace to a player, who must order it, too, or asks a non-player race for it.",
        {"empire": _among(_at_war)},
        diplomacy.ask_for_peace,
        "SC-DIP-001",
        "SC-DIP-005",
    ),
    _command(
        "ENVOY",
        "send_envoy",
        "Sends an envoy to a non-player race to improve its stance.",
        {"npr": _among(_listening)},
        diplomacy.send_envoy,
        "SC-DIP-003",
    ),
    _command(
        "AMALGAMATE",
        "amalgamate",
        "Asks a long-standing ally that is smaller than you to join you.",
        {"npr": _among(_allies)},
        diplomacy.amalgamate,
        "SC-DIP-006",
    ),
)


def _objects(view: View) -> Sequence[str]:
    """Possible targets of operations: systems, and technologies that the player lacks."""
    systems = [system["id"] for system in view["systems"]]
    return [*systems, *(technology["name"] for technology in view["open"])]


ESPIONAGE_COMMANDS = (
    Command(
        keyword="INTELLIGENCE",
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
            "operation": Argument(one_of(*OPERATIONS), offers=lambda _: [*OPERATIONS]),
            "about": Argument(offers=_objects, optional=True),
        },
        rules=("SC-ESP-003", "SC-ESP-002", "SC-ESP-004"),
        run=espionage.spy,
    ),
)
