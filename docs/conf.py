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

# The reference needs the names that these packages load on demand.
for _package in map(
    import_module, ("horizons_core.orders", "horizons_core.report", "horizons_core.testing")
):
    vars(_package).update({name: getattr(_package, name) for name in _package.__all__})

# Kernels that Python calls are documented as the functions that they wrap.
for _module in map(
    import_module, ("horizons_core.kernels.philox", "horizons_core.kernels.sampling")
):
    vars(_module).update(
        {n: k.function for n, k in vars(_module).items() if isinstance(k, Entrance)}
    )

project = "Horizons"
author = "The Horizons developers"
copyright = "2026, The Horizons developers"
release = VERSION
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "gallery", "screens"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "_screens", "extensions"]
nitpicky = True
# The site has no pages for type variables, a protocol of type bounds, and types of libraries.
nitpick_ignore_regex = [
    (r"py:.*", r"(?!horizons_core\.).*"),
    (r"py:.*", r"horizons_core\..*\.(A|E|F|G|G_co|G_contra|P|R|T|Place|Number|FindsEmpires)"),
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


def _keep_colons(_app: Sphinx, kind: str, *arguments: Any) -> None:
    """Keep napoleon from taking the words before a colon for a type."""
    if kind in {"attribute", "data", "property"}:
        arguments[-1][:0] = ["..", ""]  # a comment


def _describe_data(_app: Sphinx, kind: str, name: str, *arguments: Any) -> None:
    """Document a constant or alias that a package re-exports with the comment at its definition."""
    package, _, short_name = name.rpartition(".")
    lines = arguments[-1]
    for module in [module for module in sys.modules if module.startswith(f"{package}.")]:
        if kind == "data":
            docs = ModuleAnalyzer.for_module(module).find_attr_docs()
            lines[:] = docs.get(("", short_name), lines)


def _resolve_public_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, text: Element
) -> Any:
    """Link a name that is defined in a module of a package to the package's public name."""
    parts = node.get("reftarget", "").split(".")
    if node.get("refdomain") != "py" or parts[0] != "horizons_core" or len(parts) < 4:
        return None
    target = ".".join([*parts[:2], *parts[3:]])
    domain, page, kind = env.domains["py"], node["refdoc"], node["reftype"]
    return domain.resolve_xref(env, page, app.builder, kind, target, node, text)


def setup(app: Sphinx) -> None:
    """Connect these functions to the events of a build."""
    app.connect("autodoc-process-docstring", _describe_data, priority=100)
    app.connect("autodoc-process-docstring", _keep_colons, priority=200)
    app.connect("missing-reference", _resolve_public_name)
