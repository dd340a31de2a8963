"""Sphinx settings of the Horizons site."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from docutils.nodes import Element
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer

from horizons_core.kernels.jit import Entrance
from horizons_core.version import VERSION

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

# What a room loads only when it is asked for: the reference asks.
for _room in map(
    import_module, ("horizons_core.orders", "horizons_core.report", "horizons_core.testing")
):
    vars(_room).update({name: getattr(_room, name) for name in _room.__all__})

# Kernels that Python calls are described as the functions that they are written as.
for _room in map(import_module, ("horizons_core.kernels.philox", "horizons_core.kernels.sampling")):
    vars(_room).update({n: k.function for n, k in vars(_room).items() if isinstance(k, Entrance)})

project = "Horizons"
author = "The Horizons developers"
copyright = "2026, The Horizons developers"
release = VERSION
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "gallery", "screens"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "_screens", "extensions"]
nitpicky = True
# Types of Python and of libraries, and type variables, have no pages here.
nitpick_ignore_regex = [
    (r"py:.*", r"(?!horizons_core\.).*"),
    (r"py:.*", r"horizons_core\..*\.(A|F|G|P|R|T|Place)"),
]
default_role = "literal"

autodoc_default_options = {"member-order": "groupwise"}
autodoc_typehints_format = "short"
napoleon_attr_annotations = False
napoleon_use_ivar = True

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_static_path = ["extensions/static"]
html_css_files = ["screens.css"]
html_title = f"Horizons {release}"


def _keep_colons(_app: Sphinx, what: str, *more: Any) -> None:
    """What stands before a colon is a part of the sentence, and no type."""
    if what in {"attribute", "data", "property"}:
        more[-1][:0] = ["..", ""]  # a comment


def _describe_data(_app: Sphinx, what: str, name: str, *more: Any) -> None:
    """Give a constant or alias that a room hands on the comment that stands where it is made."""
    room, _, own = name.rpartition(".")
    lines = more[-1]
    for module in [module for module in sys.modules if module.startswith(f"{room}.")]:
        if what == "data":
            lines[:] = ModuleAnalyzer.for_module(module).find_attr_docs().get(("", own), lines)


def _at_home(app: Sphinx, env: BuildEnvironment, node: pending_xref, text: Element) -> Any:
    """Find what is defined in a file of a room under the name that the room gives it."""
    parts = node.get("reftarget", "").split(".")
    if node.get("refdomain") != "py" or parts[0] != "horizons_core" or len(parts) < 4:
        return None
    target = ".".join([*parts[:2], *parts[3:]])
    domain, page, kind = env.domains["py"], node["refdoc"], node["reftype"]
    return domain.resolve_xref(env, page, app.builder, kind, target, node, text)


def setup(app: Sphinx) -> None:
    """Connect what is above with the events of a build."""
    app.connect("autodoc-process-docstring", _describe_data, priority=100)
    app.connect("autodoc-process-docstring", _keep_colons, priority=200)
    app.connect("missing-reference", _at_home)
