"""Rendering of a report's document as text and HTML, with Jinja templates."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from horizons_core.orders.line_breaks import broken_lines
from horizons_core.report.document import ReportForm
from horizons_core.report.shared_chance import shared_chance_lines

if TYPE_CHECKING:
    import jinja2


@cache
def templates(package: str) -> jinja2.Environment:
    """Return the Jinja environment of a package's `report/` folder and the core's `templates/`.

    `package` is the name of an importable package. Undefined values in a template raise
    `jinja2.UndefinedError`; text is escaped in templates of pages (`.html.jinja`).
    """
    import jinja2

    from horizons_core.report.maps import map_figure, map_svg
    from horizons_core.report.template_cache import TemplateCache
    from horizons_core.report.view_parts import view_parts
    from horizons_core.report.written_once import ReleasingTemplate

    homes = [(package, "report"), (package, "reports"), ("horizons_core.report", "templates")]
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.PackageLoader(name, folder)
                for name, folder in homes
                if resources.files(name).joinpath(folder).is_dir()
            ]
        ),
        bytecode_cache=None if sys.dont_write_bytecode else TemplateCache(),
        autoescape=jinja2.select_autoescape(("html.jinja",)),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(
        map_svg=map_svg,
        map_figure=map_figure,
        view_parts=view_parts,
        shared_chance_lines=shared_chance_lines,
    )
    environment.filters["wordwrap"] = _wordwrap(environment.filters["wordwrap"])
    environment.template_class = ReleasingTemplate
    return environment


def _wordwrap(jinja_filter: Callable[..., str]) -> Callable[..., str]:
    """Wrap the filter `wordwrap` to use the faster `broken_lines` for sentences."""
    import jinja2

    @jinja2.pass_environment
    def wordwrap(
        environment: jinja2.Environment, text: str, width: int = 79, *args: Any, **kwargs: Any
    ) -> str:
        separator = kwargs.get("wrapstring")
        breaks_words = kwargs.get("break_long_words", True) or kwargs.get("break_on_hyphens", True)
        if args or breaks_words or not separator or not text.isprintable():
            return jinja_filter(environment, text, width, *args, **kwargs)
        return str(separator).join(broken_lines(text, width))

    return wordwrap


def form_from_templates(
    package: str,
    view_schema: Mapping[str, Any],
    prepare: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
    of_everything: ReportForm | None = None,
) -> ReportForm:
    """Return a form that renders `report/report.txt.jinja` and `report/report.html.jinja`.

    The templates get the document as `report`, and the result of `prepare`. A package without
    templates gets the core's, which show everything in the view, part by part. `package` is the
    name of an importable package, `view_schema` the JSON Schema of the view, `of_everything` the
    form for readers who see everything.
    """

    def render(template: str, data: Mapping[str, Any]) -> str:
        extra = prepare(data) if prepare else {}
        return templates(package).get_template(template).render(report=data, **extra)

    return ReportForm(
        view_schema,
        text=lambda data: render("report.txt.jinja", data),
        html=lambda data: render("report.html.jinja", data),
        of_everything=of_everything,
    )
