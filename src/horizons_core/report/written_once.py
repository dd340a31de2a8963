"""Templates that keep nothing of what they were given."""

from __future__ import annotations

from typing import Any

import jinja2


class WrittenOnce(jinja2.Template):
    """A template that lets go of its values when it is written.

    A macro and the values of its template refer to each other. Without this, all that a page was
    made of would stay until the collector of garbage comes for it, which takes about as long as to
    write another page.
    """

    def render(self, *given: Any, **named: Any) -> str:
        """What the template makes of these values, which are given as to a `dict`."""
        values = self.new_context(dict(*given, **named))
        try:
            return str(self.environment.concat(self.root_render_func(values)))
        except Exception:  # noqa: BLE001 - it is raised again, with the lines of the template
            self.environment.handle_exception()
        finally:
            values.vars.clear()
