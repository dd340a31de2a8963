"""Parity with the engine of 1999: replay its recorded games step by step, and compare.

`python -m tools.far_horizons_parity [FILE ...]` runs every step of every recorded turn from the
recorded state before it, with the recorded seed and orders, and compares the state after it field
by field, the logs line by line and the reports byte for byte.

Battles are fought shot by shot with the engine's dice, one after the other and in its order. Games
with the mod `engine_1999` follow the same rules, but with the game's own dice and the kernel.
"""
