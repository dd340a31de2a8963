"""The declaration of a command: section, forms, arguments and handler."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.orders import Check, Command, Handler
from variants.far_horizons.model.sections import SECTION_OF
from variants.far_horizons.orders.arguments import LineArgument
from variants.far_horizons.orders.sections import SECTIONS_OF
from variants.far_horizons.rules.left_over import CHECKS


def command(
    forms: str,
    text: str,
    *,
    example: str,
    mistake: str,
    rules: str,
    run: Handler,
    arguments: Mapping[str, LineArgument] | None = None,
    checks: Mapping[str, Check] | None = None,
) -> Command:
    """Create a command from its forms, divided by `|`, and orders of its first section.

    A mistake that names its own section is left as it is.
    """
    syntax = tuple(form.strip() for form in forms.split("|"))
    keyword = syntax[0].split()[0]
    section = SECTIONS_OF[keyword][0]
    return Command(
        keyword=keyword,
        rule="",
        phase=SECTION_OF[section].phase,
        syntax=syntax,
        help=text,
        example=in_section(section, example),
        mistake=mistake if mistake.startswith("START") else in_section(section, mistake),
        arguments=arguments or {},
        rules=tuple(rules.split()),
        run=run,
        checks={**CHECKS, **(checks or {})},
    )


def in_section(section: str, orders: str) -> str:
    """Put orders between START and END."""
    return f"START {section}\n{orders}\nEND"
