"""`horizons variants`: list installed variants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    import horizons_core as hz

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

    Unusable ones are listed with the reason.
    """
    import horizons_core as hz
    from horizons_core.plugins import broken as broken_ones

    if name is not None:
        described = _described(hz.load_variant(name))
        if as_json:
            common.write_json(described)
        else:
            _write(described)
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
        "phases": [{"name": p.name, "title": p.title or p.name} for p in variant.phases],
        "commands": [
            {
                "keyword": order.keyword,
                "syntax": list(order.syntax),
                "help": order.help,
                "example": order.example,
                "roles": list(order.roles),
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


def _write(data: dict[str, Any]) -> None:
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
