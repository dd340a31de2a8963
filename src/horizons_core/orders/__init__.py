"""The syntax and parsing of orders, and remarks on mistakes.

Modules that only mods and bots need are imported on demand.
"""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

from horizons_core.orders.arguments import (
    Argument,
    ArgumentName,
    Choice,
    Chosen,
    Converter,
    Cost,
    Finder,
    Offered,
    OfferingRules,
    Offers,
    Proposals,
    Range,
    Required,
    argument_name,
    integer,
    is_count,
    name_of,
    number,
    one_of,
    plain_number,
)
from horizons_core.orders.cards import Card, Figure, FollowUp, Goods, Part, Parts, Preset, Shop
from horizons_core.orders.changes import Wrapped, replaces
from horizons_core.orders.commands import (
    Check,
    Command,
    Handler,
    Order,
    Question,
    commands_for,
    unknown_order,
)
from horizons_core.orders.diagnostics import (
    MAX_REMARKS,
    Diagnostic,
    Refusal,
    Refused,
    Severity,
    more_remarks,
)
from horizons_core.orders.envelopes import Envelope, Header, OrderSelector, SelectedOrders
from horizons_core.orders.form_templates import FormTemplate, Slot
from horizons_core.orders.grammar import COMMON_GRAMMAR, MAX_TEXT_LENGTH, OrderLanguage
from horizons_core.orders.language import Language, OrderSet
from horizons_core.orders.lines import (
    Line,
    OrderStyle,
    comment_lines,
    first_word,
    line_of,
    lines_of,
    order_line,
    place_of,
    plain_characters,
    quoted,
    strip_invisible,
    unquoted,
    without_comment,
    without_emphasis,
    words_in,
)

if TYPE_CHECKING:
    from horizons_core.orders.card_fields import CardField, FilledCard, fill_card
    from horizons_core.orders.changes import (
        added_check,
        replaced_check,
        replaced_command,
        wrapped_check,
        wrapped_command,
    )
    from horizons_core.orders.choices import (
        NumberRange,
        OrderStep,
        SampledOrder,
        proposed_names,
        sample_order,
    )
    from horizons_core.orders.options import (
        OrderOptions,
        offered_lines,
        order_options,
    )
    from horizons_core.orders.shops import ShopRow, shop_rows

__all__ = [
    "COMMON_GRAMMAR",
    "MAX_REMARKS",
    "MAX_TEXT_LENGTH",
    "Argument",
    "ArgumentName",
    "Card",
    "CardField",
    "Check",
    "Choice",
    "Chosen",
    "Command",
    "Converter",
    "Cost",
    "Diagnostic",
    "Envelope",
    "Figure",
    "FilledCard",
    "Finder",
    "FollowUp",
    "FormTemplate",
    "Goods",
    "Handler",
    "Header",
    "Language",
    "Line",
    "NumberRange",
    "Offered",
    "OfferingRules",
    "Offers",
    "Order",
    "OrderLanguage",
    "OrderOptions",
    "OrderSelector",
    "OrderSet",
    "OrderStep",
    "OrderStyle",
    "Part",
    "Parts",
    "Preset",
    "Proposals",
    "Question",
    "Range",
    "Refusal",
    "Refused",
    "Required",
    "SampledOrder",
    "SelectedOrders",
    "Severity",
    "Shop",
    "ShopRow",
    "Slot",
    "Wrapped",
    "added_check",
    "argument_name",
    "commands_for",
    "comment_lines",
    "fill_card",
    "first_word",
    "integer",
    "is_count",
    "line_of",
    "lines_of",
    "more_remarks",
    "name_of",
    "number",
    "offered_lines",
    "one_of",
    "order_line",
    "order_options",
    "place_of",
    "plain_characters",
    "plain_number",
    "proposed_names",
    "quoted",
    "replaced_check",
    "replaced_command",
    "replaces",
    "sample_order",
    "shop_rows",
    "strip_invisible",
    "unknown_order",
    "unquoted",
    "without_comment",
    "without_emphasis",
    "words_in",
    "wrapped_check",
    "wrapped_command",
]  # fmt: skip

_LAZY = {
    "card_fields": ("CardField", "FilledCard", "fill_card"),
    "changes": (
        "added_check", "replaced_check", "replaced_command", "wrapped_check", "wrapped_command",
    ),
    "choices": (
        "NumberRange", "OrderStep", "SampledOrder", "proposed_names", "sample_order",
    ),
    "options": ("OrderOptions", "offered_lines", "order_options"),
    "shops": ("ShopRow", "shop_rows"),
}  # fmt: skip
_LAZY_MODULES = {name: module for module, names in _LAZY.items() for name in names}

if not TYPE_CHECKING:  # mypy would take any name from a module with a __getattr__

    def __getattr__(name: str) -> Any:
        if name == "whole":
            warnings.warn("whole is now integer", DeprecationWarning, stacklevel=2)
            name = "integer"
        if name not in _LAZY_MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_LAZY_MODULES[name]}"), name)
