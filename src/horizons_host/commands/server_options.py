"""Options shared by commands of the web server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
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
    help="Mail settings (see docs/mail.md); without them the server sends no mail.",
)
log_option = click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    envvar="HORIZONS_LOG_LEVEL",
    help="The lowest level to log; entries are JSON lines (or HORIZONS_LOG_LEVEL).",
)


def service_of(
    data: Path,
    mail: Path | None,
    public_url: str,
    database: str | None = None,
    *,
    metrics_token: str = "",
    sign_up: bool = True,
) -> Service:
    """Open the service with these options; raises GameStoreError, SettingsError, OSError."""
    from horizons_host.mail.settings import read_settings
    from horizons_host.server.database import ServerDatabase
    from horizons_host.server.service import ServerSettings, Service

    mail_settings = None if mail is None else read_settings(mail)
    settings = ServerSettings(
        public_url.rstrip("/"), sign_up=sign_up, mail=mail_settings, metrics_token=metrics_token
    )
    return Service(ServerDatabase(data, database), settings)
