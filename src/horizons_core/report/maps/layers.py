"""The layers that things on a map belong to, which a page can hide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


class Layers:
    """The layers that a document names; a thing of another layer is always shown."""

    def __init__(self, layers: Iterable[Mapping[str, Any]]) -> None:
        self._places = {layer["name"]: place for place, layer in enumerate(layers)}

    def within(self, thing: Mapping[str, Any], drawn: str) -> str:
        """What is drawn of a thing, marked as its layer's."""
        return "".join(self.named(thing.get("layer", ""), [drawn]))

    def named(self, layer: str, drawn: Iterable[str]) -> Iterator[str]:
        place = self._places.get(layer)
        if place is None:
            yield from drawn
        else:
            yield f'<g class="{layer_class(place)}">{"".join(drawn)}</g>'


def layer_class(place: int) -> str:
    """The CSS class of what is on a layer, by its place in the list."""
    return f"layer y{place}"
