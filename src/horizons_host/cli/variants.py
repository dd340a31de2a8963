"""`horizons variants`, `variant` and `demo`: list, create, check and demonstrate variants."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli import common
from horizons_host.cli.root import CommandGroup, WithExamples

if TYPE_CHECKING:
    import horizons_core as hz
    from horizons_host.variant_checks import VariantCheck


#: Kinds of values of options in words.
_KINDS = {"str": "TEXT|@FILE", "int": "N", "float": "N", "bool": "yes|no"}


@click.command(
    "variants",
    cls=WithExamples,
    short_help="List or describe installed variants and house rules.",
    examples=("horizons variants", "horizons variants event_horizon"),
)
@click.argument("name", required=False)
@common.json_option
def variants_command(*, name: str | None, as_json: bool) -> None:
    """List installed variants and house rules, or describe the variant NAME.

    Those that can't be used are listed with the reason.
    """
    import horizons_core as hz
    from horizons_core.plugins import broken as broken_ones

    if name is not None:
        described = _described(hz.load_variant(name))
        if as_json:
            common.write_json(described)
        else:
            _write_description(described)
        return
    infos, mods, broken = hz.variants(), hz.mods(), broken_ones()
    if as_json:
        common.write_json(
            {
                "variants": [_plate(info) for info in infos.values()],
                "mods": [_mod(mod) for mod in mods.values()],
                "broken": [
                    {"name": plugin, "message": problem.message, "hint": problem.hint}
                    for plugin, problem in broken.items()
                ],
            }
        )
        return
    if not infos:
        click.echo("No variants installed.")
    else:
        common.write_table(
            ("VARIANT", "VERSION", "PLAYERS", ""),
            [(i.name, i.version, _players(i), i.summary) for i in infos.values()],
        )
    if mods:
        click.echo()
        common.write_table(
            ("HOUSE RULE", "VERSION", "OF", ""),
            [(m.name, m.version, m.variant, m.summary) for m in mods.values()],
        )
    if broken:
        click.echo("\nUnusable:")
    for plugin, problem in broken.items():
        click.echo(f"  {plugin}: {problem}")


def _players(info: hz.VariantInfo) -> str:
    low, high = info.players
    return f"{low}-{high}"


def _plate(info: hz.VariantInfo) -> dict[str, Any]:
    return {
        "name": info.name,
        "title": info.title,
        "version": info.version,
        "summary": info.summary,
        "players": list(info.players),
    }


def _mod(mod: hz.ModInfo) -> dict[str, Any]:
    return {
        "name": mod.name,
        "variant": mod.variant,
        "title": mod.title,
        "version": mod.version,
        "summary": mod.summary,
    }


def _described(variant: hz.Variant) -> dict[str, Any]:
    import horizons_core as hz

    return {
        **_plate(variant.info),
        "options": [_option(option) for option in variant.info.options],
        "roles": [
            {"name": r.name, "title": r.title, "help": r.help, "sees_all": r.sees_all}
            for r in variant.roles
        ],
        "takes_late_players": variant.takes_late_players,
        "join_options": [_option(option) for option in variant.info.join_options],
        "stages": dict(variant.stages),
        "phases": [{"name": p.name, "title": p.title or p.name} for p in variant.phases],
        "commands": [
            {
                "keyword": order.keyword,
                "syntax": list(order.syntax),
                "help": order.help,
                "example": order.example,
                "roles": list(order.roles),
                "stages": list(order.stages),
            }
            for order in variant.commands
        ],
        "bots": list(variant.bots),
        "mods": [_mod(mod) for mod in hz.mods(variant.name).values()],
    }


def _option(option: hz.Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "kind": option.kind.__name__,
        "default": option.default,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "choices": list(option.choices),
        "help": option.help,
    }


def _write_description(data: dict[str, Any]) -> None:
    low, high = data["players"]
    click.echo(f"{data['title']} ({data['name']} {data['version']}), {low} to {high} players")
    click.echo(data["summary"])
    click.echo("\nOptions")
    for option in data["options"]:
        click.echo(f"  {option['name']}={_allowed(option)}  {option['help']}")
    if data["join_options"]:
        click.echo("\nOptions of players who join a running game")
    for option in data["join_options"]:
        click.echo(f"  {option['name']}={_allowed(option)}  {option['help']}")
    click.echo("\nRoles without an empire")
    for role in data["roles"]:
        click.echo(f"  {role['name']}  {role['help']}")
    if data["stages"]:
        click.echo("\nStages of the game")
    for stage, title in data["stages"].items():
        click.echo(f"  {stage or '-'}  {title}")
    click.echo("\nPhases of a turn")
    for phase in data["phases"]:
        click.echo(f"  {phase['title']}")
    click.echo("\nOrders")
    for order in data["commands"]:
        for syntax in order["syntax"]:
            click.echo(f"  {syntax}")
        roles = ", ".join(role or "players" for role in order["roles"])
        click.echo(f"      {order['help']}" + (f" For: {roles}." if roles else ""))
    click.echo(f"\nBots: {', '.join(data['bots']) or 'none'}")
    click.echo(f"House rules: {', '.join(mod['name'] for mod in data['mods']) or 'none'}")


def _allowed(option: dict[str, Any]) -> str:
    """Return the allowed values of an option, and its default."""
    words = "|".join(option["choices"]) or _KINDS.get(option["kind"], option["kind"])
    if option["minimum"] is not None and option["maximum"] is not None:
        words = f"{option['minimum']}..{option['maximum']}"
    default = option["default"]
    if option["kind"] == "bool" and default is not None:
        default = "yes" if default else "no"
    return words if default in (None, "") else f"{words} (default {default})"


@click.group(
    "variant",
    cls=CommandGroup,
    short_help="Create a variant of your own, and check it.",
    examples=("horizons variant new my_game", "horizons variant check my_game"),
)
def variant_command() -> None:
    """Create a variant of your own, and check it."""


@variant_command.command(
    "new",
    cls=WithExamples,
    examples=("horizons variant new my_game", "horizons variant new my_game --dir games"),
)
@click.argument("name")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="DIR",
    help="The folder to create it in (default: the current one).",
)
def new(*, name: str, folder: Path) -> None:
    """Create a skeleton of a variant called NAME that runs and passes its own tests."""
    from horizons_host.scaffold import write_skeleton

    written = write_skeleton(name, folder)
    for path in written:
        click.echo(str(path))
    click.echo(f"Wrote {common.counted(len(written), 'file')}.")


@variant_command.command(
    "check",
    cls=WithExamples,
    examples=(
        "horizons variant check moon_raiders.py",
        "horizons variant check my_game --mod night.py --mod cheap.toml",
    ),
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--mod",
    "mods",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A house rule in a file, Python or TOML. Order matters.",
)
@common.json_option
@click.pass_context
def check(context: click.Context, *, path: Path, mods: tuple[Path, ...], as_json: bool) -> None:
    """Check the variant in a file or folder PATH; it needn't be installed.

    The command loads the rules, runs the scenarios (all YAML files in folders called `scenarios`),
    and runs the tests that every variant must pass, with pytest. The exit status is 1 if anything
    fails.
    """
    from horizons_host.cli.common import working
    from horizons_host.variant_checks import check as checked

    with working("checking the variant"):
        result = checked(path, mods)
    if as_json:
        common.write_json(result.to_dict())
    else:
        _write_check(result)
    context.exit(0 if result.fine else 1)


def _write_check(result: VariantCheck) -> None:
    variant = result.variant
    mods = ", ".join(mod.name for mod in variant.mods)
    with_mods = f" with {mods}" if mods else ""
    click.echo(f"Loaded {variant.title} ({variant.name} {variant.info.version}){with_mods}")
    parts = (variant.commands, "order"), (variant.phases, "phase"), (variant.bots, "bot")
    click.echo("  " + ", ".join(common.counted(len(each), name) for each, name in parts))
    if result.scenarios:
        failed = [run for run in result.scenarios if run.failures]
        click.echo(f"Scenarios: {len(result.scenarios) - len(failed)} passed, {len(failed)} failed")
        for run in failed:
            click.echo(f"  {run.file}")
            for failure in run.failures:
                click.echo(f"    {failure}")
    broken = sum(len(each.laws) for each in result.broken)
    click.echo(f"Contract: {result.passed_laws} passed, {broken} failed")
    for each in result.broken:
        place = f"{each.place}: " if each.place and each.place not in each.reason else ""
        click.echo("  " + (place + each.reason).replace("\n", "\n  "))
        more = f", and {len(each.laws) - 3} more" if len(each.laws) > 3 else ""
        click.echo(f"    failed: {'; '.join(each.laws[:3])}{more}")
    if result.broken:
        click.echo("Fix the faults above; see `Mistakes` in the tutorial for variants.")
    if result.fights:
        click.echo(
            "Tests of battles were left out; to run them, name `battles` in a contract of your own."
        )


@click.command(
    "demo",
    cls=WithExamples,
    short_help="Play a whole game between bots.",
    examples=("horizons demo", "horizons demo --dir fleet-week --turns 30"),
)
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("horizons-demo"),
    show_default=True,
    metavar="DIR",
    help="The game's folder; if it exists, a number is added.",
)
@click.option(
    "--turns",
    type=click.IntRange(1, 500),
    default=15,
    show_default=True,
    metavar="N",
    help="The game's turn limit.",
)
@common.json_option
def demo_command(*, folder: Path, turns: int, as_json: bool) -> None:
    """Play a whole game of four empires between bots, and show where the files are.

    It is a game like any other: read its reports, explain events, verify it.
    """
    from horizons_host.cli.common import working
    from horizons_host.games.demo import fresh_folder, play_demo

    place = fresh_folder(folder)
    if not as_json:
        click.echo(f"Playing {turns} turns of Event Horizon between four bots in {place} ...")
    with working("playing", turns) as step:
        result = play_demo(place, turns, step)
    if as_json:
        common.write_json(result.to_dict())
        return
    battles = common.counted(result.battles, "battle")
    click.echo(f"Played {result.turns} turns, with {battles}. {result.ending}")
    click.echo(f"  Reports  {result.report}")
    click.echo(f"  Map      {result.map}")
    if result.replay:
        click.echo(f"  Battle   {result.replay}")
    click.echo("Try next:")
    click.echo(f"  horizons explain -g '{place}' -p {result.player}")
    click.echo(f"  horizons verify -g '{place}'")
