"""Battles: set up from a game or a file, fought on arrays, recorded, and taken back into the game.

`spec` reads a file, `fleets` makes ships into a battle, `fights` has the kernel in `kernels` fight
it, once or many times, `record` makes shots of the kernel's rows, and `outcome` takes them back
into the ships and tells each side.
"""
