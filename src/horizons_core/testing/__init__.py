"""For everybody's tests: the contract of variants, strategies, and a pytest plug-in.

For example::

    from horizons_core.testing import VariantContract

    class TestProspectors(VariantContract):
        variant_name = "prospectors"

The plug-in (`horizons_core.testing.plugin`) is loaded by pytest wherever Horizons is installed, so
nothing here imports hypothesis or numpy before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from horizons_core.testing.contract import VariantContract
    from horizons_core.testing.examples import rule_examples
    from horizons_core.testing.rule_results import passed_rules

__all__ = ["VariantContract", "passed_rules", "rule_examples"]

_HOMES = {
    "VariantContract": "contract",
    "passed_rules": "rule_results",
    "rule_examples": "examples",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
