"""`horizons worker`: run the jobs of a server."""

from __future__ import annotations

from pathlib import Path

import click

from horizons_host.commands.groups import WithExamples
from horizons_host.commands.server_options import (
    data_option,
    database_option,
    log_option,
    mail_option,
    service_of,
)


@click.command(
    "worker",
    cls=WithExamples,
    short_help="Run turns and other jobs of a server.",
    examples=("horizons worker --data games",),
)
@data_option
@database_option
@mail_option
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
    processes.run_worker(service_of(data, mail, public_url, database), has_parent=beside_server)
