"""Battles as the engine of 1999 fights them.

`rules` has its battle rules; the mod's games are fought by them, with the game's own dice and the
kernel. `fight` draws the engine's dice one after the other, in the engine's order; only the parity
runner uses it.
"""
