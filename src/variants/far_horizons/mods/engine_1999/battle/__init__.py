"""Battles as the engine of 1999 fights them.

`rules` are its battle rules, by which the mod's games are fought with the game's own dice and the
kernel. `fight` asks for the engine's dice one after the other, in its order of work; the parity
runner fights so, and nobody else.
"""
