"""`horizons new`: set up a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common, failures, password_options, setting_up
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    import horizons_core as hz
    from horizons_host.shared_chance import SharedChance


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
    from horizons_host.shared_chance import plan_of, read, require_plan

    shared = read(folder)
    require_plan(shared, plan_of(rules, options, setting_up.empires(players, bots)))
    for name in shared.withheld:
        failures.warn(f"{name} has not revealed their share and is left out of the game")
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
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--variant", required=True, metavar="V", help="The variant to play.")
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player.")
@setting_up.pairs_option(
    "--bot",
    "bots",
    "NAME=BOT",
    "A seat played by a bot; don't repeat it with --player.",
)
@setting_up.seats_option()
@password_options.many_options("NAME")
@setting_up.address_option("NAME")
@setting_up.mods_option
@setting_up.pairs_option(
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
    changes nothing. With --shared-chance, a player who has not revealed their share is named and
    left out.
    """
    import horizons_core as hz
    from horizons_host.game_setup import create_game
    from horizons_host.progress import working
    from horizons_host.report_files import turn_folder
    from horizons_host.seating import seats_from

    if shared_chance and seed is not None:
        raise click.UsageError("--seed can't be used with --shared-chance")
    rules, values = hz.load_variant(variant, mods), setting_up.option_values(options)
    passwords = password_options.passwords_from(password_files, prompts)
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
        failures.warn(
            "players who guess this seed know all dice of the game",
            "omit --seed in a game between people",
        )
    report_folder = turn_folder(folder, 0)
    queued = sum(bool(seat.address) for seat in seats)
    notes = rules.view(game, None).get("setup_notes", [])
    if as_json:
        common.write_json(
            {
                **setting_up.game_facts(folder, game),
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
        click.echo(f"  {common.counted(queued, 'mail')} to send: horizons mail send -g {folder}")
