"""Scripts on the page: its Content-Security-Policy, and the data that the scripts read."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib import resources
from typing import Any

from markupsafe import Markup

#: The scripts of a page, each with its package and its path in it.
_SCRIPTS = (
    ("horizons_core.report", "templates/theme.js"),
    ("horizons_core.report", "templates/report.js"),
    ("horizons_core.report", "templates/map.js"),
    ("variants.far_horizons", "report/page.js"),
    ("variants.far_horizons", "report/map3d.js"),
)


@cache
def own_file(name: str) -> str:
    """Return the text of a file in this package."""
    return resources.files("variants.far_horizons").joinpath("report", name).read_text("utf-8")


@cache
def script_sources() -> str:
    """Return the script sources of the policy: the page's own scripts, by hash."""
    return " ".join(_source(package, path) for package, path in _SCRIPTS)


def _source(package: str, path: str) -> str:
    script = resources.files(package).joinpath(path).read_bytes()
    return f"'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"


def script_data(data: Any) -> Markup:
    """Encode plain data as JSON for a script element, so that nothing can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 - escaped above
