"""`horizons account`: manage the accounts of a web server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands.common import all_of, json_option, write_json, write_table
from horizons_host.commands.groups import CommandGroup, WithExamples
from horizons_host.commands.server_options import data_option, database_option, service_of

if TYPE_CHECKING:
    from horizons_host.server.people.accounts import Account
    from horizons_host.server.service import Service

_url_option = click.option(
    "--public-url",
    metavar="URL",
    default="http://127.0.0.1:8000",
    help="The server's public address.",
)
_place = all_of([data_option, database_option])


@click.group(
    "account",
    cls=CommandGroup,
    short_help="List, create and delete accounts of a web server.",
    examples=(
        "horizons account list --data games",
        "horizons account add Ada ada@example.org --data games",
        "horizons account link Ada --data games --public-url https://games.example.org",
    ),
)
def account_command() -> None:
    """List, create and delete accounts of a web server, whether it runs or not."""


@account_command.command("list", cls=WithExamples, examples=("horizons account list --data games",))
@_place
@json_option
def list_(*, data: Path, database: str | None, as_json: bool) -> None:
    """List accounts, oldest first."""
    from horizons_host.server.people.accounts import all_accounts

    accounts = [
        {"name": a.name, "mail": a.mail, "confirmed": a.confirmed, "made_at": a.made_at}
        for a in all_accounts(_service(data, database))
    ]
    if as_json:
        write_json(accounts)
        return
    write_table(
        ("NAME", "MAIL", "CONFIRMED", "MADE"),
        [(a["name"], a["mail"], "yes" if a["confirmed"] else "no", a["made_at"]) for a in accounts],
    )


@account_command.command(
    "add", cls=WithExamples, examples=("horizons account add Ada ada@example.org --data games",)
)
@click.argument("name")
@click.argument("mail")
@_place
@_url_option
def add(name: str, mail: str, *, data: Path, database: str | None, public_url: str) -> None:
    """Create an account, and print a link for setting its password.

    The link works once, for an hour. 'horizons account link' prints a new one.
    """
    from horizons_core.errors import HorizonsError
    from horizons_host.server.keys import new_key
    from horizons_host.server.people.accounts import register

    service = _service(data, database, public_url)
    account = register(service, name, mail, new_key(), confirmed=True)
    if account is None:
        raise HorizonsError(f"'{mail}' already has an account", "see 'horizons account list'")
    _write_link(service, account)


@account_command.command(
    "link", cls=WithExamples, examples=("horizons account link Ada --data games",)
)
@click.argument("name")
@_place
@_url_option
def link(name: str, *, data: Path, database: str | None, public_url: str) -> None:
    """Print a link for setting a new password. It works once, for an hour."""
    service = _service(data, database, public_url)
    _write_link(service, _account_named(service, name))


@account_command.command(
    "delete", cls=WithExamples, examples=("horizons account delete Ada --data games --yes",)
)
@click.argument("name")
@_place
@click.option("--yes", is_flag=True, help="Don't ask for confirmation.")
def delete(name: str, *, data: Path, database: str | None, yes: bool) -> None:
    """Delete an account. Its owner leaves all games, which continue."""
    from horizons_host.server.people import leaving

    service = _service(data, database)
    account = _account_named(service, name)
    if not yes:
        click.confirm(f"Permanently delete the account of {account.name}?", abort=True)
    leaving.delete_account(service, account)
    click.echo(f"Deleted the account of {account.name}.")


def _service(data: Path, database: str | None, public_url: str = "") -> Service:
    return service_of(data, None, public_url, database)


def _account_named(service: Service, name: str) -> Account:
    from horizons_core.errors import HorizonsError
    from horizons_host.server.people.accounts import by_name

    account = by_name(service, name)
    if account is None:
        raise HorizonsError(f"no account '{name}'", "see 'horizons account list'")
    return account


def _write_link(service: Service, account: Account) -> None:
    from horizons_host.server.people.links import Purpose, new_link

    click.echo(f"Link for {account.name} to set a password; it works once, for an hour:")
    click.echo(f"  {new_link(service, account, Purpose.RESET)}")
