"""WAR, PEACE, ENVOY and AMALGAMATE (SC-DIP)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster import references
from variants.starcluster.rules import amalgamation, diplomacy, envoys


def others(view: View) -> Sequence[str]:
    """The names of the empires in contact."""
    return [one["name"] for one in view["contacts"]]


def _natives(view: View) -> Sequence[str]:
    return [one["name"] for one in view["contacts"] if one["npr"]]


EMPIRE = Argument(find=references.power, offers=others)
_NPR = Argument(find=references.power, offers=_natives)


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


COMMANDS = (
    _command(
        "WAR",
        "make_war",
        "Begins a war with an empire in contact, or takes an offer of peace back.",
        {"empire": EMPIRE},
        diplomacy.make_war,
        "SC-DIP-001",
        "SC-DIP-004",
    ),
    _command(
        "PEACE",
        "ask_for_peace",
        "Offers peace to a player at war, who must order it too, or asks a race for it.",
        {"empire": EMPIRE},
        diplomacy.ask_for_peace,
        "SC-DIP-001",
        "SC-DIP-005",
    ),
    _command(
        "ENVOY",
        "send_envoy",
        "Sends an envoy to a non-player race, which may better its stance.",
        {"npr": _NPR},
        envoys.send,
        "SC-DIP-003",
    ),
    _command(
        "AMALGAMATE",
        "amalgamate",
        "Asks an old ally, smaller than you, to join you.",
        {"npr": _NPR},
        amalgamation.amalgamate,
        "SC-DIP-006",
    ),
)
