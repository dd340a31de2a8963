"""A contract, hypothesis strategies and a pytest plug-in for the tests of variants.

For example::

    from horizons_core.testing import VariantContract

    class TestProspectors(VariantContract):
        variant_name = "prospectors"

Rules that are not installed work as well: `variant = hz.Variant(prospectors)`. `play` and `seated`
let bots play whole games. `TopicsContract` checks a variant's code against its table of topics.

pytest loads the plug-in (`horizons_core.testing.plugin`) wherever Horizons is installed, so this
package imports hypothesis and numpy only when they are needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from horizons_core.testing.clauses import passed_rules, rule_examples
    from horizons_core.testing.contract import VariantContract
    from horizons_core.testing.playing import PlayedTurn, play, seated
    from horizons_core.testing.topics import TopicsContract

__all__ = [
    "PlayedTurn",
    "TopicsContract",
    "VariantContract",
    "passed_rules",
    "play",
    "rule_examples",
    "seated",
]

_MODULES = {
    "PlayedTurn": "playing",
    "TopicsContract": "topics",
    "VariantContract": "contract",
    "passed_rules": "clauses",
    "play": "playing",
    "rule_examples": "clauses",
    "seated": "playing",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
