"""`horizons new`, `seed` and `join`: set up a game, draw its random seed, and add players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli import common, root, seat_options
from horizons_host.cli.root import CommandGroup, WithExamples

if TYPE_CHECKING:
    import horizons_core as hz
    from horizons_host.games.shared_seed import SharedChance

_BEGIN = "horizons seed begin mars --variant event_horizon --player Ada=1f... --player Brin=c0..."


def _seed(text: str | None) -> int | str | None:
    """Convert a seed of digits to a number, as for Python's `new_game(..., seed=7)`."""
    digits = text is not None and text.isascii() and text.isdigit() and len(text) < 100
    return int(text) if text is not None and digits else text


def _shared(
    folder: Path,
    rules: hz.Variant,
    options: Mapping[str, str],
    players: Sequence[str],
    bots: Sequence[str],
) -> SharedChance:
    """Read the shares in the game's folder, and name players who withhold theirs.

    Raises SharedChanceError if the set-up differs from the one in the commitments.
    """
    from horizons_host.games.shared_seed import plan_of, read, require_plan

    shared = read(folder)
    require_plan(shared, plan_of(rules, options, seat_options.empires(players, bots)))
    for name in shared.withheld:
        root.warn(f"{name} has not revealed their share and is left out of the game")
    return shared


@click.command(
    "new",
    cls=WithExamples,
    short_help="Set up a game in a new folder.",
    examples=(
        "horizons new mars --variant event_horizon --player Ada --player Brin",
        "horizons new mars --variant event_horizon --player Ada --bot Brin=greedy",
        "horizons new mars --variant event_horizon --player Ada --password-file Ada=ada.secret",
        "horizons new mars --variant event_horizon --player Ada --address Ada=ada@example.org",
        "horizons new rim --variant far_horizons --player Ada --option forms=@forms.txt",
        "horizons new mars --variant event_horizon --player Ada --player Brin --seat Sam=spectator",
        "horizons new mars --variant event_horizon --player Ada --player Brin --shared-chance",
        "horizons new moon --variant ./moon_raiders.py --player Ada --player Brin --player Cato",
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--variant",
    required=True,
    metavar="V",
    help="The variant to play: its name, or a Python file or folder that is not installed.",
)
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player.")
@seat_options.pairs_option(
    "--bot",
    "bots",
    "NAME=BOT",
    "A seat played by a bot; don't repeat it with --player.",
)
@seat_options.seats_option()
@seat_options.many_options("NAME")
@seat_options.address_option("NAME")
@seat_options.mods_option
@seat_options.pairs_option(
    "--option",
    "options",
    "OPTION=VALUE",
    "An option of the variant (@FILE reads the value from a file); see 'horizons variants NAME'.",
)
@click.option("--name", metavar="TEXT", help="The game's name (default: the folder's).")
@click.option(
    "--seed", metavar="S", help="A fixed random seed, for tests only: players could guess it."
)
@click.option(
    "--shared-chance",
    is_flag=True,
    help="Make the random seed from the players' shares; see 'horizons seed'.",
)
@common.json_option
def new_command(
    *,
    folder: Path,
    variant: str,
    players: tuple[str, ...],
    bots: list[tuple[str, str]],
    roles: list[tuple[str, str]],
    password_files: list[tuple[str, str]],
    prompts: tuple[str, ...],
    addresses: list[tuple[str, str]],
    mods: tuple[str, ...],
    options: list[tuple[str, str]],
    name: str | None,
    seed: str | None,
    shared_chance: bool,
    as_json: bool,
) -> None:
    """Set up a game in the folder DIR and write the reports of turn 0.

    DIR is created if necessary. If it already holds a game, or if anything goes wrong, the command
    changes nothing. With --shared-chance, a player who has not revealed their share is left out,
    and named in all reports.
    """
    from horizons_host.cli.common import working
    from horizons_host.games.setup import create_game
    from horizons_host.reports.files import turn_folder
    from horizons_host.seats.seats import seats_from

    if shared_chance and seed is not None:
        raise click.UsageError("--seed can't be used with --shared-chance")
    rules, values = common.rules_of(variant, mods), seat_options.option_values(options)
    passwords = seat_options.passwords_from(password_files, prompts)
    shared = None
    if shared_chance:
        shared = _shared(folder, rules, values, players, [name for name, _ in bots])
        players = tuple(name for name in players if name not in shared.withheld)
        passwords = [pair for pair in passwords if pair[0] not in shared.withheld]
        addresses = [pair for pair in addresses if pair[0] not in shared.withheld]
    seats = seats_from(rules, players, bots, passwords, addresses, roles)
    title = folder.resolve().name if name is None else name
    with working("setting up the game"):
        game = create_game(
            folder,
            rules,
            seats,
            name=title,
            seed=_seed(seed),
            options=values,
            shared=shared,
        )
    if seed is not None:
        root.warn(
            "players who guess this seed know all dice of the game",
            "omit --seed in a game between people",
        )
    report_folder = turn_folder(folder, 0)
    queued = sum(bool(seat.address) for seat in seats)
    notes = rules.view(game, None).get("setup_notes", [])
    if as_json:
        common.write_json(
            {
                **seat_options.game_facts(folder, game),
                "options": game.options,
                "seats": [
                    {
                        "name": seat.name,
                        "bot": seat.bot,
                        "role": seat.role,
                        "address": seat.address,
                    }
                    for seat in seats
                ],
                "reports": str(report_folder),
                "setup_notes": notes,
            }
        )
        return
    click.echo(f"Game '{game.name}' of {rules.info.title} in {folder}")
    for seat in seats:
        detail = f"bot {seat.bot}" if seat.bot else seat.role
        click.echo(f"  {seat.name}" + (f" ({detail})" if detail else ""))
    for line in notes:
        click.echo(line)
    click.echo(f"Reports of turn 0: {report_folder}")
    if queued:
        click.echo(f"  {common.counted(queued, 'email')} to send: horizons mail send -g {folder}")


_folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))


@click.group(
    "seed",
    cls=CommandGroup,
    short_help="Let every player contribute to a game's random seed.",
    examples=(
        "horizons seed draw -p Ada",
        _BEGIN,
        "horizons seed reveal mars --player Ada=9b...",
    ),
)
def seed_command() -> None:
    """Make a game's random seed together, so that no single person can choose it.

    Each player draws a random share and sends its hash to the gamemaster. With all hashes, the
    gamemaster runs 'begin', which draws the gamemaster's share, and publishes the output. Then the
    players reveal their shares, and 'horizons new --shared-chance' makes the random seed from all
    of them.
    """


@seed_command.command("draw", cls=WithExamples, examples=("horizons seed draw -p Ada",))
@common.player_option()
@common.json_option
def draw(*, player: str | None, as_json: bool) -> None:
    """Draw a player's random share; keep it, and send its hash."""
    from horizons_host.games.shared_seed import draw_share

    if player is None:
        raise click.UsageError("add --player NAME")
    share, commitment = draw_share(player)
    if as_json:
        common.write_json({"player": player, "share": share, "commitment": commitment})
        return
    click.echo(f"Send to the gamemaster now:   {player}={commitment}")
    click.echo(f"Keep secret until asked:      {player}={share}")


@seed_command.command(
    "begin",
    cls=WithExamples,
    examples=(_BEGIN,),
)
@_folder
@click.option(
    "--variant",
    required=True,
    metavar="V",
    help="The variant to play: its name, or a Python file or folder that is not installed.",
)
@seat_options.pairs_option("--player", "players", "NAME=HASH", "The hash of a player's share.")
@seat_options.pairs_option(
    "--bot", "bots", "NAME=BOT", "A seat played by a bot, as in 'horizons new'."
)
@seat_options.mods_option
@seat_options.pairs_option(
    "--option", "options", "OPTION=VALUE", "An option, as in 'horizons new'."
)
@common.json_option
def begin_(
    *,
    folder: Path,
    variant: str,
    players: list[tuple[str, str]],
    bots: list[tuple[str, str]],
    mods: tuple[str, ...],
    options: list[tuple[str, str]],
    as_json: bool,
) -> None:
    """Record the hashes of all shares, and draw the gamemaster's share.

    This fixes the set-up: rules, options and players. Send the output to all players before you ask
    for their shares. It can be done only once for a game.
    """
    from horizons_host.games.shared_seed import begin, plan_of

    names = seat_options.empires([name for name, _ in players], [name for name, _ in bots])
    rules = common.rules_of(variant, mods)
    plan = plan_of(rules, seat_options.option_values(options), names)
    _write(begin(folder, plan, dict(players)), as_json=as_json)


@seed_command.command(
    "reveal", cls=WithExamples, examples=("horizons seed reveal mars --player Ada=9b...",)
)
@_folder
@seat_options.pairs_option("--player", "players", "NAME=SHARE", "A player's share.")
@common.json_option
def reveal_(*, folder: Path, players: list[tuple[str, str]], as_json: bool) -> None:
    """Record shares that players reveal, and list those still missing."""
    from horizons_host.games.shared_seed import reveal

    chance = reveal(folder, dict(players))
    _write(chance, as_json=as_json)
    if chance.withheld:
        root.warn(f"shares still missing: {', '.join(chance.withheld)}")


def _write(chance: SharedChance, *, as_json: bool) -> None:
    """Write the public information about the shares."""
    public = chance.to_dict()
    if as_json:
        common.write_json({**public, "withheld": chance.withheld})
        return
    click.echo(f"Hash of the set-up:\n  {public['set_up']}")
    click.echo(f"Hash of the gamemaster's share:\n  {public['gamemaster']}")
    for name, player in public["players"].items():
        click.echo(f"Hash of {name}'s share:\n  {player['commitment']}")
        if player["share"]:
            click.echo(f"{name}'s share:\n  {player['share']}")


@click.command(
    "join",
    cls=WithExamples,
    short_help="Add a player or a spectator to a running game.",
    examples=(
        "horizons join -g mars --player Cara --address cara@example.org",
        "horizons join -g mars --seat Sam=spectator",
    ),
)
@common.game_option
@click.option("--player", metavar="NAME", help="A new player, with an empire.")
@click.option(
    "--seat",
    metavar="NAME=ROLE",
    callback=seat_options.single_pair,
    help="A person without an empire: a spectator, or another role of the variant.",
)
@seat_options.pairs_option(
    "--option",
    "options",
    "OPTION=VALUE",
    "An option for the new player; see 'horizons variants NAME'.",
)
@seat_options.single_password_options
@click.option("--address", metavar="MAIL", help="Their email address, for reports and orders.")
@common.json_option
def join_command(
    *,
    folder: Path,
    player: str | None,
    seat: tuple[str, str] | None,
    options: list[tuple[str, str]],
    file: Path | None,
    prompt: bool,
    address: str | None,
    as_json: bool,
) -> None:
    """Add a person to a running game before its next turn, and write their first report.

    Spectators can join any game; players only games whose variant supports it. They get a report of
    the latest turn, and can submit orders for the next.
    """
    import horizons_core as hz
    from horizons_host.games.setup import join_game
    from horizons_host.reports.files import write_reports
    from horizons_host.seats.seats import new_seat
    from horizons_host.store import GameStore

    if (player is None) == (seat is None):
        raise click.UsageError("use either --player or --seat")
    if seat is not None and options:
        raise click.UsageError("--option is for players; omit it with --seat")
    name, role = seat or (player or "", "")
    if prompt and file is not None:
        raise click.UsageError("use either --ask-password or --password-file")
    guarded = prompt or file is not None
    secret = seat_options.password_from(file) if guarded else None
    new = new_seat(name, role, secret, address)
    with GameStore(folder) as store:
        game, report = join_game(store, new, dict(options))
    reports = write_reports(folder, hz.variant_of(game), game.turn, {name: report})
    if as_json:
        joined = {"name": name, "role": role, "turn": game.turn, "reports": str(reports)}
        common.write_json({**seat_options.game_facts(folder, game), "joined": joined})
        return
    as_role = f" as {role}" if role else ""
    click.echo(f"{name} joins '{game.name}'{as_role} after turn {game.turn}")
    click.echo(f"Report of turn {game.turn}: {reports}")
    if address:
        click.echo(f"  1 email to send: horizons mail send -g {folder}")
