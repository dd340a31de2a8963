"""Orders that define the race, in turn 1 (SC-RACE-018)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from horizons_core.localized_text import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    OfferingRules,
    Proposals,
    Question,
    integer,
    proposed_names,
)
from variants.starcluster.designs.tables import WEAPONS
from variants.starcluster.model import RACE
from variants.starcluster.model.races import ADVANTAGES, ARRAYS, DISADVANTAGES
from variants.starcluster.orders.arguments import parse_name
from variants.starcluster.rules import bankruptcy, races
from variants.starcluster.technologies import LONG_RANGE, SHORT_RANGE

_PHASE = "orders"


def is_active(view: View) -> bool:
    """True if the player's empire has not fallen."""
    name = view["race"]["name"]
    return any(player["active"] for player in view["players"] if player["name"] == name)


def _has_fallen(view: View, _: OfferingRules) -> bool:
    """True if the player's empire has fallen and has nothing left to sell."""
    return not (is_active(view) or view["colonies"] or view["units"])


def _is_open(view: View, _: OfferingRules) -> bool:
    """True while the race can be changed (SC-RACE-018)."""
    return is_active(view) and not view["race"]["fixed"]


def _names(view: View) -> Proposals:
    return proposed_names(view, [player["name"] for player in view["players"]])


_STATISTICS = ("determination", "chauvinism", "militancy")


def _statistic(name: str) -> Argument:
    """A statistic; offers the values that fit the other statistics chosen (SC-RACE-008)."""

    def offers(_: View, chosen: Chosen) -> Sequence[str]:
        arrays = [dict(zip(_STATISTICS, map(str, array), strict=True)) for array in ARRAYS]
        fixed = {statistic: chosen[statistic] for statistic in _STATISTICS if statistic in chosen}
        return sorted({array[name] for array in arrays if fixed.items() <= array.items()})

    return Argument(integer(0, 100), offers)


def _trait(label: str, traits: Sequence[str]) -> Argument:
    return Argument(_words, lambda _: traits, label=label)


def _weapon(codes: Sequence[str]) -> Argument:
    weapons = [Choice(code, f"{WEAPONS[code].name} ({code})") for code in codes]
    return Argument(offers=lambda _: weapons)


def _words(words: str) -> str:
    return " ".join(words.split())


def _command(
    keyword: str,
    label: str,
    rule: str,
    syntax: str,
    help_: str,
    example: str,
    mistake: str,
    arguments: dict[str, Argument],
    run: Callable[..., None],
    *rules: str,
    asks: LocalizedText | None = None,
) -> Command:
    """Return a command of the first turn; pages ask for it first if it has a question."""

    def questions(view: View) -> Iterator[Question]:
        if asks and is_active(view) and not view["race"]["fixed"]:
            yield Question(asks, {})

    return Command(
        keyword=keyword,
        label=label,
        group="Race",
        rule=rule,
        phase=_PHASE,
        syntax=(syntax,),
        help=help_,
        example=example,
        mistake=mistake,
        arguments=arguments,
        rules=("SC-RACE-018", *rules),
        run=run,
        stages=(RACE,),
        possible=_is_open,
        questions=questions,
    )


RACE_COMMANDS = (
    _command(
        "RACE", "Name your race", "name_race", "RACE name", "Names your race; in turn 1.",
        "RACE Terrans", "RACE 7",
        {"words": Argument(parse_name, _names, label="name")}, races.name_race,
    ),
    _command(
        "ARRAY", "Set statistics", "set_array", "ARRAY rd rc rm",
        "Sets determination, chauvinism and militancy, 33 or 66 each; in turn 1.",
        "ARRAY 66 33 33", "ARRAY 66 66 66", {name: _statistic(name) for name in _STATISTICS},
        races.set_array, "SC-RACE-002", "SC-RACE-008",
        asks=LocalizedText("How determined, chauvinist and militant is your race?"),
    ),
    _command(
        "ADVANTAGE", "Take an advantage", "take_advantage", "ADVANTAGE name",
        "Takes an advantage for a point; in turn 1.", "ADVANTAGE Creative", "ADVANTAGE Lazy",
        {"words": _trait("advantage", ADVANTAGES)}, races.take_advantage, "SC-RACE-010",
    ),
    _command(
        "DISADVANTAGE", "Take a disadvantage", "take_disadvantage", "DISADVANTAGE name",
        "Takes a disadvantage, which gives a point; in turn 1.", "DISADVANTAGE Poor",
        "DISADVANTAGE Lazy", {"words": _trait("disadvantage", DISADVANTAGES)},
        races.take_disadvantage, "SC-RACE-011",
    ),
    _command(
        "SRW", "Choose a short-range weapon", "short_range", "SRW weapon",
        "Chooses your first short-range weapon; in turn 1.", "SRW G", "SRW K",
        {"weapon": _weapon(SHORT_RANGE)}, races.choose_short_range, "SC-START-004",
        asks=LocalizedText("Which short-range weapon does your race begin with?"),
    ),
    _command(
        "LRW", "Choose a long-range weapon", "long_range", "LRW weapon",
        "Chooses your first long-range weapon; in turn 1.", "LRW R", "LRW L",
        {"weapon": _weapon(LONG_RANGE)}, races.choose_long_range, "SC-START-005",
        asks=LocalizedText("Which long-range weapon does your race begin with?"),
    ),
)  # fmt: skip

AGAIN = Command(
    keyword=bankruptcy.AGAIN,
    label="Start again",
    group="Race",
    possible=_has_fallen,
    rule="start_again",
    phase=_PHASE,
    syntax=("AGAIN",),
    help="Starts a new empire in its own cluster, after yours has fallen.",
    example="AGAIN",
    mistake="AGAIN",
    rules=("SC-BRK-009",),
    run=bankruptcy.start_again,
)
