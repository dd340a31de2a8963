"""`horizons serve`: run the web server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands.groups import WithExamples
from horizons_host.commands.server_options import (
    data_option,
    database_option,
    log_option,
    mail_option,
    service_of,
)

if TYPE_CHECKING:
    from horizons_host.server.service import Service

_DATABASE, _METRICS_TOKEN = "HORIZONS_DATABASE", "HORIZONS_METRICS_TOKEN"


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

    /healthz reports whether the server works. /metrics has Prometheus metrics: a server that
    listens on this machine only shows them to all programs on it; any other server requires the
    token.
    """
    from horizons_host.server import answering
    from horizons_host.server.monitoring import logs
    from horizons_host.server.processes import worker_processes as kept_workers

    url = public_url or f"http://{host}:{port}"
    logs.configure_logging(log_level)
    service = service_of(
        data, mail, url, database, metrics_token=metrics_token, sign_up=not invited_only
    )
    if inherited:
        answering.answer_inherited(service, inherited)
        return
    arguments = ["--data", str(data), "--public-url", url, "--log-level", log_level]
    arguments += [] if mail is None else ["--mail", str(mail)]
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
    from horizons_host.progress import working
    from horizons_host.server.demo import prepare_demo

    with working("creating the sample games"):
        demo_account = prepare_demo(service)
    click.echo(f"You are {demo_account.name}. Sign in with this link, valid for 15 minutes:")
    click.echo(f"  {demo_account.link}")
    click.echo(f"or with the password: {demo_account.password}")
