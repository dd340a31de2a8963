"""Battles: set up from a game or a file, fought on arrays, recorded, and taken back into the game.

`spec` reads a file, `fleets` makes ships into a battle and its arrays, `kernels` fights, `record`
makes shots of the kernel's rows, `outcome` takes them back into the ships and tells each side.
"""
