"""Orders: what players may write, how it is read, and what is said of what cannot be read."""

from horizons_core.orders.arguments import Converter, name_of, number, one_of, whole
from horizons_core.orders.commands import Command, Order, unknown_order
from horizons_core.orders.diagnostics import MOST_REMARKS, Diagnostic, Severity, more_remarks
from horizons_core.orders.envelopes import Envelope, Header, Opened, Opener
from horizons_core.orders.grammar import COMMON_GRAMMAR, LONGEST_TEXT, OrderLanguage
from horizons_core.orders.language import Language, LanguageMaker, OrderSet
from horizons_core.orders.lines import (
    Line,
    OrderStyle,
    first_word,
    lines_of,
    quoted,
    unquoted,
    without_comment,
)

__all__ = [
    "COMMON_GRAMMAR", "LONGEST_TEXT", "MOST_REMARKS", "Command", "Converter", "Diagnostic",
    "Envelope", "Header", "Language", "LanguageMaker", "Line", "Opened", "Opener", "Order",
    "OrderLanguage", "OrderSet", "OrderStyle", "Severity", "first_word", "lines_of",
    "more_remarks", "name_of", "number", "one_of", "quoted", "unknown_order", "unquoted", "whole",
    "without_comment",
]  # fmt: skip
