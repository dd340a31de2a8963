"""The gamemaster's desk, a module for each of its pages."""

from horizons_host.server.pages.desk import (
    backups,
    edits,
    notices,
    press,
    running,
    seats,
    sheet,
    versions,
)

HANDLERS = (
    *sheet.HANDLERS,
    *running.HANDLERS,
    *seats.HANDLERS,
    *edits.HANDLERS,
    *backups.HANDLERS,
    *versions.HANDLERS,
    *press.HANDLERS,
    *notices.HANDLERS,
)
