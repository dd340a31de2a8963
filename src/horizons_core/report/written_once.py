"""Templates that release their values after rendering."""

from __future__ import annotations

from typing import Any

import jinja2


class ReleasingTemplate(jinja2.Template):
    """A template that releases its values after rendering.

    A macro and the values of its template refer to each other. Without this, all data of a page
    would stay in memory until the garbage collector runs, which is as slow as rendering a page.
    """

    def render(self, *positional: Any, **named: Any) -> str:
        """Render the template with these values, given as to a `dict`."""
        values = self.new_context(dict(*positional, **named))
        try:
            return str(self.environment.concat(self.root_render_func(values)))
        except Exception:  # noqa: BLE001 - raised again, with the lines of the template
            self.environment.handle_exception()
        finally:
            values.vars.clear()
