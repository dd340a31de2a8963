"""Battles: set up from a game or a file, fought on arrays, recorded, and applied to the game.

`spec` reads a file, `fleets` converts ships to a battle, `fights` runs the kernel in `kernels`,
once or many times, `record` converts the kernel's rows to shots, and `outcome` applies them to the
ships and prepares each side's record.
"""
