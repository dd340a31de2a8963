"""Self-contained HTML pages whose content security policy allows only their own script."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import jinja2


def page(template: str, script: str = "", **parts: Any) -> str:
    """Render a template with `parts`, and with `script` and `script_hash` if it has a script.

    Both arguments name files in the `templates/` of the host or of the core's reports. An
    undefined name in a template raises `jinja2.UndefinedError`.
    """
    document = _templates().get_template(template)
    if not script:
        return document.render(**parts)
    text = _templates().get_template(script).render()
    return document.render(script=text, script_hash=_policy_source(text), **parts)


def _policy_source(script: str) -> str:
    """Return the Content-Security-Policy source that allows this script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache
def _templates() -> jinja2.Environment:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader("horizons_host", "templates"),
                jinja2.PackageLoader("horizons_core.report", "templates"),
            ]
        ),
        autoescape=jinja2.select_autoescape(("html.jinja",)),
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
