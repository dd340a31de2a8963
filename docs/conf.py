"""Sphinx settings of the Horizons site."""

from importlib.metadata import version as installed_version

project = "Horizons"
author = "The Horizons developers"
copyright = "2026, The Horizons developers"
release = installed_version("horizons")
version = release

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
nitpicky = True

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"Horizons {release}"
