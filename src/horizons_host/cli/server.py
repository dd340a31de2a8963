"""`horizons serve`, `worker` and `account`: run the web server and manage its accounts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli.common import all_of, json_option, write_json, write_table
from horizons_host.cli.root import CommandGroup, WithExamples

if TYPE_CHECKING:
    from horizons_host.server.accounts.accounts import Account
    from horizons_host.server.service import Service


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("horizons-server"),
    show_default=True,
    envvar="HORIZONS_DATA",
    metavar="DIR",
    help="The server's folder (or HORIZONS_DATA).",
)
database_option = click.option(
    "--database",
    metavar="URL",
    envvar="HORIZONS_DATABASE",
    help="A PostgreSQL server for accounts and games (or HORIZONS_DATABASE); default: the folder.",
)
mail_option = click.option(
    "--mail",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Mail settings (see docs/mail.md); without them the server sends no email.",
)
push_options = all_of(
    [
        click.option(
            "--push-contact",
            metavar="ADDRESS",
            envvar="HORIZONS_PUSH_CONTACT",
            help="Your mailto: or https: address for push services (or HORIZONS_PUSH_CONTACT);"
            " without it the server sends no push notifications.",
        ),
        click.option(
            "--push-host",
            "push_hosts",
            multiple=True,
            metavar="HOST",
            envvar="HORIZONS_PUSH_HOSTS",
            help="A push service besides those of common browsers (or HORIZONS_PUSH_HOSTS,"
            " separated by spaces).",
        ),
    ]
)
log_option = click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    envvar="HORIZONS_LOG_LEVEL",
    help="The lowest level to log; entries are JSON lines (or HORIZONS_LOG_LEVEL).",
)
_DATABASE, _METRICS_TOKEN = "HORIZONS_DATABASE", "HORIZONS_METRICS_TOKEN"


def service_of(
    data: Path,
    mail: Path | None,
    public_url: str,
    database: str | None = None,
    *,
    push_contact: str | None = None,
    push_hosts: Sequence[str] = (),
    metrics_token: str = "",
    sign_up: bool = True,
) -> Service:
    """Open the service with these options.

    Raises GameStoreError, SettingsError, PushError, OSError.
    """
    from horizons_host.mail.settings import read_settings
    from horizons_host.notifications.push import push_settings
    from horizons_host.server.service import ServerDatabase, ServerSettings, Service

    mail_settings = None if mail is None else read_settings(mail)
    settings = ServerSettings(
        public_url.rstrip("/"),
        sign_up=sign_up,
        mail=mail_settings,
        push=push_settings(push_contact, push_hosts, public_url) if push_contact else None,
        metrics_token=metrics_token,
    )
    return Service(ServerDatabase(data, database), settings)


@click.command(
    "serve",
    cls=WithExamples,
    short_help="Run the web server.",
    examples=(
        "horizons serve --data games",
        "horizons serve --data demonstration --demo",
        "horizons serve --data files --database postgresql+psycopg://horizons@db.example/games",
        "horizons serve --data games --port 8080 --public-url https://games.example.org",
    ),
)
@data_option
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8000, show_default=True, help="The port to listen on.")
@click.option(
    "--public-url",
    metavar="URL",
    help="The server's public address (default: the address it listens on).",
)
@click.option(
    "--workers",
    type=click.IntRange(0, 64),
    default=1,
    show_default=True,
    help="Number of worker processes.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Number of processes that answer requests, at most one per processor (not on Windows).",
)
@click.option(
    "--socket", "inherited", type=int, multiple=True, hidden=True, help="Those to answer."
)
@mail_option
@push_options
@log_option
@click.option(
    "--metrics-token",
    metavar="WORDS",
    default="",
    envvar=_METRICS_TOKEN,
    help="The token required to read /metrics (better: set HORIZONS_METRICS_TOKEN).",
)
@click.option(
    "--invited-only",
    is_flag=True,
    help="Allow new accounts only by invitation to a game or 'horizons account add'.",
)
@click.option("--demo", is_flag=True, help="Add sample games, and one for you to play.")
def serve_command(
    *,
    data: Path,
    database: str | None,
    host: str,
    port: int,
    public_url: str | None,
    workers: int,
    processes: int,
    inherited: tuple[int, ...],
    mail: Path | None,
    push_contact: str | None,
    push_hosts: tuple[str, ...],
    log_level: str,
    metrics_token: str,
    invited_only: bool,
    demo: bool,
) -> None:
    """Run the web server on a folder, which is created if necessary.

    Accounts, games and jobs are stored in SQLite files in the folder, which only one server can use
    at a time; or in the --database, which several servers and workers can share. Worker processes
    run the turns. The server itself can have several --processes. To let others in, put an HTTPS
    reverse proxy in front and give its address with --public-url.

    /healthz reports whether the server works. /metrics has Prometheus metrics: if the server
    listens only on this machine, all programs on it can read them; otherwise they require the
    token.
    """
    from horizons_host.server import processes as answering
    from horizons_host.server.monitoring import logs
    from horizons_host.server.processes import worker_processes as kept_workers

    url = public_url or f"http://{host}:{port}"
    logs.configure_logging(log_level)
    service = service_of(
        data,
        mail,
        url,
        database,
        push_contact=push_contact,
        push_hosts=push_hosts,
        metrics_token=metrics_token,
        sign_up=not invited_only,
    )
    if inherited:
        answering.answer_inherited(service, inherited)
        return
    arguments = ["--data", str(data), "--public-url", url, "--log-level", log_level]
    arguments += [] if mail is None else ["--mail", str(mail)]
    arguments += ["--push-contact", push_contact] if push_contact else []
    arguments += [f"--push-host={host}" for host in push_hosts]
    for name, secret in {_DATABASE: database, _METRICS_TOKEN: metrics_token}.items():
        if secret:
            os.environ[name] = secret  # other users can see arguments
    with service.database.lock():
        sockets = answering.listen(host, port)
        if demo:
            _prepare(service)
        click.echo(f"Horizons is running at {service.settings.public_url}")
        with kept_workers(service, arguments, workers):
            invited = ["--invited-only"] if invited_only else []
            answering.answer(service, sockets, [*arguments, *invited], processes)


def _prepare(service: Service) -> None:
    from horizons_host.cli.common import working
    from horizons_host.server.demo import prepare_demo

    with working("creating the sample games"):
        demo_account = prepare_demo(service)
    click.echo(f"You are {demo_account.name}. Sign in with this link, valid for 15 minutes:")
    click.echo(f"  {demo_account.link}")
    click.echo(f"or with the password: {demo_account.password}")


@click.command(
    "worker",
    cls=WithExamples,
    short_help="Run turns and other jobs of a server.",
    examples=("horizons worker --data games",),
)
@data_option
@database_option
@mail_option
@push_options
@click.option("--public-url", metavar="URL", default="", help="The server's public address.")
@log_option
@click.option(
    "--beside",
    "beside_server",
    is_flag=True,
    hidden=True,
    help="End when standard input is closed, as 'serve' begins workers.",
)
def worker_command(
    *,
    data: Path,
    database: str | None,
    mail: Path | None,
    push_contact: str | None,
    push_hosts: tuple[str, ...],
    public_url: str,
    log_level: str,
    beside_server: bool,
) -> None:
    """Run a server's jobs until stopped; 'horizons serve' starts workers by itself.

    Several workers can run at the same time. If a worker dies, another takes over its jobs.
    """
    from horizons_host.server import processes
    from horizons_host.server.monitoring import logs

    logs.configure_logging(log_level)
    service = service_of(
        data, mail, public_url, database, push_contact=push_contact, push_hosts=push_hosts
    )
    processes.run_worker(service, has_parent=beside_server)


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
    short_help="Manage accounts of a web server.",
    examples=(
        "horizons account list --data games",
        "horizons account add Ada ada@example.org --data games",
        "horizons account link Ada --data games --public-url https://games.example.org",
    ),
)
def account_command() -> None:
    """Manage the accounts of a web server, whether it runs or not."""


@account_command.command("list", cls=WithExamples, examples=("horizons account list --data games",))
@_place
@json_option
def list_(*, data: Path, database: str | None, as_json: bool) -> None:
    """List accounts, oldest first."""
    from horizons_host.server.accounts.accounts import all_accounts

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
    from horizons_host.server.accounts.accounts import register
    from horizons_host.server.tables import new_key

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
    from horizons_host.server.accounts import leaving

    service = _service(data, database)
    account = _account_named(service, name)
    if not yes:
        click.confirm(f"Permanently delete the account of {account.name}?", abort=True)
    leaving.delete_account(service, account)
    click.echo(f"Deleted the account of {account.name}.")


@account_command.command(
    "moderator",
    cls=WithExamples,
    examples=(
        "horizons account moderator Ada --data games",
        "horizons account moderator Ada --dismiss --data games",
    ),
)
@click.argument("name")
@_place
@click.option("--dismiss", is_flag=True, help="End the account's time as a moderator.")
def moderator(name: str, *, data: Path, database: str | None, dismiss: bool) -> None:
    """Appoint an account as a moderator, or dismiss it.

    Moderators read reports about people and messages, and can warn, mute and ban accounts.
    """
    from horizons_host.server.people import moderators

    service = _service(data, database)
    account = _account_named(service, name)
    change = moderators.dismiss if dismiss else moderators.appoint
    change(service, account)
    state = "no longer a moderator" if dismiss else "a moderator now"
    click.echo(f"{account.name} is {state}.")


@account_command.command(
    "recount", cls=WithExamples, examples=("horizons account recount --data games",)
)
@_place
@json_option
def recount_people(*, data: Path, database: str | None, as_json: bool) -> None:
    """Derive reliability, results and ratings of all accounts from the games again.

    Needed once after an upgrade from a version without ratings; otherwise it changes nothing.
    """
    from horizons_host.cli.common import working
    from horizons_host.server.people.recounting import recount

    with working("reading the games"):
        rated = recount(_service(data, database))
    if as_json:
        write_json(rated)
        return
    write_table(("GAME", "RATED PEOPLE"), [(name, str(count)) for name, count in rated.items()])


@account_command.command(
    "administrator",
    cls=WithExamples,
    examples=(
        "horizons account administrator Ada --data games",
        "horizons account administrator Ada --dismiss --data games",
    ),
)
@click.argument("name")
@_place
@click.option("--dismiss", is_flag=True, help="End the account's time as an administrator.")
def administrator(name: str, *, data: Path, database: str | None, dismiss: bool) -> None:
    """Appoint an account as an administrator, or dismiss it.

    Administrators read problem reports and figures of the server on its page /administration. In
    games they have no more rights than others.
    """
    from horizons_host.server.administration import administrators

    service = _service(data, database)
    account = _account_named(service, name)
    change = administrators.dismiss if dismiss else administrators.appoint
    change(service, account)
    state = "no longer an administrator" if dismiss else "an administrator now"
    click.echo(f"{account.name} is {state}.")


def _service(data: Path, database: str | None, public_url: str = "") -> Service:
    return service_of(data, None, public_url, database)


def _account_named(service: Service, name: str) -> Account:
    from horizons_core.errors import HorizonsError
    from horizons_host.server.accounts.accounts import by_name

    account = by_name(service, name)
    if account is None:
        raise HorizonsError(f"no account '{name}'", "see 'horizons account list'")
    return account


def _write_link(service: Service, account: Account) -> None:
    from horizons_host.server.accounts.links import Purpose, new_link

    click.echo(f"Link for {account.name} to set a password; it works once, for an hour:")
    click.echo(f"  {new_link(service, account, Purpose.RESET)}")
