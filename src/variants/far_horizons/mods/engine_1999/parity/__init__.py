"""Parity with the engine of 1999: replay its recorded games step by step, and compare.

`python -m variants.far_horizons.mods.engine_1999.parity [FILE ...]` runs every step of every
recorded turn from the recorded state before it, with the recorded seed and orders, and compares the
state after it field by field, the logs line by line and the reports byte for byte.
"""
