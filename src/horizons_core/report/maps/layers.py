"""Layers of a map, which a page can hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class Layers:
    """The layers of a document; objects without a layer are always visible."""

    def __init__(self, layers: Iterable[Mapping[str, Any]]) -> None:
        self._indices = {layer["name"]: index for index, layer in enumerate(layers)}

    def within(self, item: Mapping[str, Any], drawn: str) -> str:
        """Assign the drawing of an object to the object's layer."""
        return "".join(self.named(item.get("layer", ""), [drawn]))

    def named(self, layer: str, drawn: Iterable[str]) -> Iterator[str]:
        index = self._indices.get(layer)
        if index is None:
            yield from drawn
        else:
            yield f'<g class="{layer_class(index)}">{"".join(drawn)}</g>'


def layer_class(index: int) -> str:
    """Return the CSS class of a layer, by its index in the list."""
    return f"layer y{index}"
