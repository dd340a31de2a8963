"""`horizons verify`: recompute a whole game and compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common, failures
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.player_reports import KeyOf, PlayersProof
    from horizons_host.verification import Verdict

#: Why a set-up could not be recomputed.
_NOT_MADE_AGAIN = {
    "imported": "it came from another program",
    "unknown": "the version that made it did not keep its options",
    "migrated": "so were the turns before the game was migrated to rules that change it",
}


@click.command(
    "verify",
    cls=WithExamples,
    short_help="Recompute a whole game and compare.",
    examples=(
        "horizons verify -g mars",
        "horizons verify -g mars --turn 3 --json",
        "horizons verify --player-reports my-reports",
        "horizons verify --archive mars-archive --player-reports my-reports",
    ),
)
@common.place_option
@common.turn_option("Recompute up to this turn (default: the latest).")
@click.option(
    "--player-reports",
    "reports",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Check reports that a player has kept, without the game.",
)
@click.option(
    "--archive",
    type=click.Path(path_type=Path),
    metavar="FOLDER|FILE",
    help="Check the archive of a game that is over, without the game.",
)
@common.json_option
@click.pass_context
def command(
    context: click.Context,
    *,
    place: str,
    turn: int | None,
    reports: Path | None,
    archive: Path | None,
    as_json: bool,
) -> None:
    """Recompute the game from its set-up with the stored options and orders, and compare all of it.

    That is the set-up, and of every turn the orders that it was run with, its key and what was
    promised of it, events, state and all reports, word for word; turns that were taken back, too.
    Not compared are mails and the files in the folder of reports, which are made from the reports.
    The exit status is 1 at the first difference.

    A player needs no game, only a folder with the reports that came, as texts, pages or JSON: all
    keys of dice in them are held against what the reports before had promised.

    When a game is over its archive proves all of it: the game is played again from its orders and
    its secret, and all reports are compared, word for word. With --player-reports those that a
    player has kept as JSON are held against the archive's.
    """
    if archive is not None:
        context.exit(_check_archive(archive, reports, as_json=as_json))
    if reports is not None:
        context.exit(_check_reports(reports, as_json=as_json))
    from horizons_host.hosting.places import game_at
    from horizons_host.progress import working
    from horizons_host.verification import verify

    with game_at(place) as store:
        total = store.latest() if turn is None else turn
        with working("recomputing", total) as step:
            verdict = verify(store, turn, step)
    if as_json:
        common.write_json(
            {
                "sound": verdict.sound,
                "set_up": verdict.set_up,
                "turns": verdict.turns,
                "reports": verdict.reports,
                "differs_in_turn": verdict.turn,
                "difference": verdict.difference or None,
            }
        )
    elif verdict.sound:
        for line in _told(verdict):
            click.echo(line)
    else:
        failures.complain(
            f"turn {verdict.turn}: {verdict.difference}",
            f"{common.counted(verdict.turns, 'turn')} before it recomputed as stored",
        )
    context.exit(0 if verdict.sound else 1)


def _told(verdict: Verdict) -> Iterator[str]:
    """What was recomputed and compared, and what could not be."""
    turns = common.counted(verdict.turns, "turn")
    why = _NOT_MADE_AGAIN.get(verdict.set_up)
    what = turns if why else f"The set-up and {turns}"
    yield f"{what} recomputed: everything is as stored."
    yield (
        "  Compared: orders, keys and what was promised of them, events, states, and"
        f" {common.counted(verdict.reports, 'report')} word for word."
    )
    if why:
        yield f"  The set-up was taken as it is stored: {why}."


def _check_archive(place: Path, own: Path | None, *, as_json: bool) -> int:
    """Check an archive; answers the exit status."""
    from horizons_host.desk.archive_check import check_archive
    from horizons_host.progress import working

    with working("playing the game again"):
        verdict = check_archive(place, own)
    if as_json:
        common.write_json(verdict.told())
        return 0 if verdict.sound else 1
    turns, reports = (
        common.counted(verdict.turns, "turn"),
        common.counted(verdict.reports, "report"),
    )
    click.echo(f"{turns} played again; {reports} are what the turns give, word for word.")
    how = "made again" if verdict.set_up else "taken as it is told"
    click.echo(f"  The set-up was {how}. Keys as promised: {_keys(verdict.keys.kept)}.")
    if own is not None:
        click.echo(f"  Of your own, {common.counted(verdict.kept, 'report')} stand in the archive.")
    for difference in verdict.differences:
        failures.complain(difference)
    if not verdict.keys.sound:
        broken = _keys(verdict.keys.broken)
        failures.complain(f"{broken}: another key was promised in the reports before")
    return 0 if verdict.sound else 1


def _check_reports(folder: Path, *, as_json: bool) -> int:
    """Check a player's reports; answers the exit status."""
    from horizons_host.player_reports import check_reports

    proof = check_reports(folder)
    if as_json:
        keys = {name: getattr(proof, name) for name in ("kept", "broken", "open")}
        common.write_json(
            {
                "sound": proof.sound,
                "reports": proof.reports,
                **{name: [key._asdict() for key in found] for name, found in keys.items()},
                "dice": [
                    {"turn": one.turn, "event": one.text, **one.dice.told()} for one in proof.thrown
                ],
                "dice_without_a_key": proof.unread,
                "shares": sorted(proof.shares),
                "false_shares": proof.false_shares,
            }
        )
        return 0 if proof.sound else 1
    for line in _proved(proof):
        click.echo(line)
    if proof.broken:
        failures.complain(
            f"{_keys(proof.broken)}: another key was promised in the reports before",
            "ask the gamemaster why; if turns were taken back, put their notices into the folder",
        )
    for name in proof.false_shares:
        failures.complain(f"the share of chance of {name} is not the one that was promised")
    if proof.unread:
        failures.complain(
            f"dice of {common.counted(proof.unread, 'event')}: their key is in no report"
        )
    return 0 if proof.sound else 1


def _proved(proof: PlayersProof) -> Iterator[str]:
    """What a player's reports show, and what they cannot."""
    yield f"{common.counted(proof.reports, 'report')}: {_keys(proof.kept)} as promised."
    if proof.open:
        yield f"  Not checked, for want of the report before: {_keys(proof.open)}."
    if proof.shares and not proof.false_shares:
        yield f"  Shares of chance as promised: {', '.join(sorted(proof.shares))}."
    if proof.thrown:
        dice = common.counted(len(proof.thrown), "event")
        yield f"  Dice of {dice} thrown again with these keys; --json shows them."
    yield "  Hidden dice are not in reports: the game's folder proves them when the game is over."


def _keys(keys: Sequence[KeyOf]) -> str:
    """Keys in words: 'public dice of turns 1, 2 and own dice of turn 1'."""
    parts = []
    for whose in ("public", "own"):
        turns = sorted({key.turn for key in keys if key.whose == whose})
        if turns:
            numbers = ", ".join(map(str, turns))
            parts.append(f"{whose} dice of {'turn' if len(turns) == 1 else 'turns'} {numbers}")
    return " and ".join(parts) or "no keys"
