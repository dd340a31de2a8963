"""Orders that define the race, in turn 1 (SC-RACE-018)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.orders import Argument, Command, Offers, integer
from variants.starcluster.model import RACE
from variants.starcluster.model.races import ADVANTAGES, DISADVANTAGES
from variants.starcluster.orders.arguments import parse_name
from variants.starcluster.rules import bankruptcy, races
from variants.starcluster.technologies import LONG_RANGE, SHORT_RANGE

_PHASE = "orders"


def _while_open(words: Sequence[str] | None = None) -> Offers:
    """Offer words while the race can be changed; without words, anything is accepted."""
    return lambda view: () if view["race"]["fixed"] else words


_STATISTIC = Argument(integer(0, 100), offers=_while_open())


def _words(words: str) -> str:
    return " ".join(words.split())


def _command(
    keyword: str,
    rule: str,
    syntax: str,
    help_: str,
    example: str,
    mistake: str,
    arguments: dict[str, Argument],
    run: Callable[..., None],
    *rules: str,
) -> Command:
    return Command(
        keyword=keyword,
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
    )


RACE_COMMANDS = (
    _command(
        "RACE", "name_race", "RACE name", "Names your race; in turn 1.", "RACE Terrans",
        "RACE 7", {"words": Argument(parse_name, offers=_while_open())}, races.name_race,
    ),
    _command(
        "ARRAY", "set_array", "ARRAY rd rc rm",
        "Sets determination, chauvinism and militancy, 33 or 66 each; in turn 1.",
        "ARRAY 66 33 33", "ARRAY 66 66 66",
        dict.fromkeys(("determination", "chauvinism", "militancy"), _STATISTIC),
        races.set_array, "SC-RACE-002", "SC-RACE-008",
    ),
    _command(
        "ADVANTAGE", "take_advantage", "ADVANTAGE name",
        "Takes an advantage for a point; in turn 1.", "ADVANTAGE Creative", "ADVANTAGE Lazy",
        {"words": Argument(_words, offers=_while_open(ADVANTAGES))}, races.take_advantage,
        "SC-RACE-010",
    ),
    _command(
        "DISADVANTAGE", "take_disadvantage", "DISADVANTAGE name",
        "Takes a disadvantage, which gives a point; in turn 1.", "DISADVANTAGE Poor",
        "DISADVANTAGE Lazy", {"words": Argument(_words, offers=_while_open(DISADVANTAGES))},
        races.take_disadvantage, "SC-RACE-011",
    ),
    _command(
        "SRW", "short_range", "SRW weapon", "Chooses your first short-range weapon; in turn 1.",
        "SRW G", "SRW K", {"weapon": Argument(offers=_while_open(SHORT_RANGE))},
        races.choose_short_range, "SC-START-004",
    ),
    _command(
        "LRW", "long_range", "LRW weapon", "Chooses your first long-range weapon; in turn 1.",
        "LRW R", "LRW L", {"weapon": Argument(offers=_while_open(LONG_RANGE))},
        races.choose_long_range, "SC-START-005",
    ),
    Command(
        keyword=bankruptcy.AGAIN,
        rule="start_again",
        phase=_PHASE,
        syntax=("AGAIN",),
        help="Starts a new empire in its own cluster, after yours has fallen.",
        example="AGAIN",
        mistake="AGAIN",
        rules=("SC-BRK-009",),
        run=bankruptcy.start_again,
    ),
)  # fmt: skip
