"""Output of remarks on orders in the format of compilers, which editors understand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click

from horizons_host.commands.common import counted


def write_remarks(source: str, remarks: Iterable[Mapping[str, Any]], *, err: bool = False) -> None:
    """Write remarks as `SOURCE:LINE:COLUMN: severity: message (hint)`."""
    for remark in remarks:
        place = f":{remark['line']}:{remark['column']}" if remark["line"] else ""
        hint = f" ({remark['hint']})" if remark["hint"] else ""
        click.echo(f"{source}{place}: {remark['severity']}: {remark['message']}{hint}", err=err)


def tally(remarks: Iterable[Mapping[str, Any]]) -> str:
    """Count remarks by severity: `2 errors, 1 note`, or `no remarks`."""
    severities = [remark["severity"] for remark in remarks]
    counts = [(severities.count(severity), severity) for severity in ("error", "warning", "note")]
    return ", ".join(counted(n, severity) for n, severity in counts if n) or "no remarks"
