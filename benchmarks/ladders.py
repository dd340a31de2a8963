"""The ranking of a game's bots: `python -m benchmarks.ladders event_horizon --games 100`.

Each bot plays the one below it, with rotating seats, and the best plays itself. A row of the table
shows how often the upper one wins, with Wilson's interval, how many of the games ended before the
last turn, their lengths in turns, and the processor time of the upper bot's orders as a share of
the turns themselves. `--players 4` puts three of the lower bot against one of the upper, and
`--lookahead` puts the lab's bot for any game against `random` and each of the bots, to find its
rank. `--key` gives other games. Games are the same with any number of `--workers`. It measures the
bots and not the computer, so it is not a part of `make bench`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import field, frozen

import horizons_core as hz
from horizons_core.bots import Bot, PlanningBot
from horizons_core.model import View
from horizons_core.testing.playing import play
from horizons_lab import Study
from horizons_lab.lookahead import Lookahead
from horizons_lab.results import Result
from horizons_lab.seats import Entrant, SeatSource, find_bot, seat_label


@frozen
class Ladder:
    """The bots of a variant, the weakest first, and the turn limit of games between them."""

    bots: tuple[str, ...]
    turns: int
    options: Mapping[str, object] = field(factory=dict)


LADDERS: Mapping[str, Ladder] = {
    "campaign2e": Ladder(("random", "trader", "raider"), turns=100),
    "event_horizon": Ladder(("random", "greedy", "admiral"), turns=60),
    "far_horizons": Ladder(("auto", "settler", "raider"), turns=40, options={"last_turn": 0}),
    "galaxy_g": Ladder(("random", "settler", "expander", "conqueror"), turns=45),
    "starcluster": Ladder(("random", "settler", "admiral"), turns=120, options={"end": 120}),
}
HEADS = (
    "upper",
    "lower",
    "games",
    "win rate of upper",
    "over before turn {}",
    "turns: median, range",
    "time",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each pair of neighbours, and one for the best against itself."""
    options = _parser().parse_args(arguments)
    heads = " | ".join(HEADS).format(options.turns or LADDERS[options.variant].turns)
    print(f"| {heads} |\n|{'---|' * len(HEADS)}", flush=True)
    for lower, upper in pairs(options):
        games = options.games if lower != upper else min(options.games, options.mirror)
        if _is_selected(options, lower, upper) and games:
            study = study_of(upper, lower, games, options)
            print(f"| {' | '.join(row(study, options.workers))} |", flush=True)
    return 0


def pairs(options: argparse.Namespace) -> list[tuple[SeatSource, SeatSource]]:
    """Return the pairings, with the lower bot first."""
    bots = LADDERS[options.variant].bots
    if options.lookahead:
        lookahead = Lookahead(budget=options.budget, turns=options.ahead)
        return [(bot, lookahead) for bot in dict.fromkeys(("random", *bots))]
    return [*pairwise(bots), (bots[-1], bots[-1])]


def _is_selected(options: argparse.Namespace, lower: SeatSource, upper: SeatSource) -> bool:
    """Return whether a row is selected by --only."""
    return options.only in (None, seat_label(lower if options.lookahead else upper))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladders", description=__doc__)
    parser.add_argument("variant", choices=sorted(LADDERS))
    parser.add_argument("--games", type=int, default=100, help="of each pair (100)")
    parser.add_argument(
        "--mirror", type=int, default=20, help="of the best with itself (20); 0 for none"
    )
    parser.add_argument("--players", type=int, default=2, help="in a game (2)")
    parser.add_argument("--turns", type=int, help="where games are cut off")
    parser.add_argument(
        "--only", metavar="BOT", help="only rows of this upper bot; with --lookahead, lower bot"
    )
    parser.add_argument("--key", help="of the chance in the games ('ladder of ' and the game)")
    parser.add_argument(
        "--lookahead", action="store_true", help="the lab's bot of this name against each instead"
    )
    parser.add_argument("--budget", type=int, default=192, help="of the bot lookahead (192)")
    parser.add_argument("--ahead", type=int, default=3, help="turns that lookahead foresees (3)")
    parser.add_argument("--workers", type=int, default=1, help="processes that play (1)")
    return parser


def study_of(
    upper: SeatSource, lower: SeatSource, games: int, options: argparse.Namespace
) -> Study:
    """Return a study of games of one upper bot against lower ones."""
    variant = options.variant
    return Study(
        variant=variant,
        seats=[upper, *[lower] * (options.players - 1)],
        games=games,
        key=options.key or f"ladder of {variant}",
        max_turns=options.turns or LADDERS[variant].turns,
        options=LADDERS[variant].options,
        measures={"over": is_over},
    )


def is_over(game: hz.Game) -> bool:
    """Return whether the game has an outcome."""
    return game.outcome is not None


def row(study: Study, workers: int) -> Iterator[str]:
    """Yield the cells of a pair's row."""
    upper, lower = (seat_label(seat) for seat in study.seats[:2])
    result = study.run(workers=workers)
    yield from (upper, lower, str(result.games))
    yield str(result.win_rate(upper)) if upper != lower else "the same bot"
    yield f"{sum(over(result))} of {result.games}"
    turns = [record.turns for record in result.records]
    yield f"{statistics.median(turns):.0f}, {min(turns)} to {max(turns)}"
    yield f"{share_of_time(study, upper):.0%}"


def over(result: Result) -> list[bool]:
    """Return whether each game was over before its turn limit."""
    return [bool(record.seats[0].measures["over"]) for record in result.records]


@frozen
class Timed:
    """A bot, with the processor seconds of each of its turns."""

    bot: Bot
    seconds: list[float] = field(factory=list)

    def orders(self, view: View, stream: hz.Stream) -> str:
        """Return the bot's orders."""
        return self._timed(lambda: self.bot.orders(view, stream))

    def _timed(self, answer: Callable[[], str]) -> str:
        start = time.process_time()
        text = answer()
        self.seconds.append(time.process_time() - start)
        return text


@frozen
class TimedPlanner(Timed):
    """A timed bot that tries orders before it submits them."""

    planner: PlanningBot = field(kw_only=True)

    def plan(self, known: hz.Game, view: View, stream: hz.Stream) -> str:
        """Return the bot's orders."""
        return self._timed(lambda: self.planner.plan(known, view, stream))


def share_of_time(study: Study, upper: str) -> float:
    """Return the upper bot's time as a share of the turns' time, in the first game."""
    spec = study.game_spec(study.cells[0], 0)
    seated = {seat: _bot_of(entrant, spec.variant) for seat, entrant in spec.seats.items()}
    seat = next(seat for seat, entrant in spec.seats.items() if entrant.label == upper)
    bot = seated[seat]
    timed = TimedPlanner(bot, planner=bot) if isinstance(bot, PlanningBot) else Timed(bot)
    game, turns = spec.new_game(), 0.0
    for turn in play(spec.variant, game, {**seated, seat: timed}, spec.seed, spec.max_turns):
        start = time.process_time()
        hz.run_turn(turn.before, turn.orders, variant=spec.variant)
        turns += time.process_time() - start
    return sum(timed.seconds) / turns


def _bot_of(entrant: Entrant, variant: hz.Variant) -> Bot:
    source = entrant.source
    if isinstance(source, Lookahead):
        return source.bot(variant)
    return find_bot(source, variant) if isinstance(source, str) else source


if __name__ == "__main__":
    raise SystemExit(main())
