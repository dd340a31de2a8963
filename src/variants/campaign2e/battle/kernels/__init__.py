"""The automatic battle as numba kernels, for single recorded battles and for millions.

`protocol` defines the arrays and the order of dice; the other modules are the steps of a tactical
turn, and `fights` runs them in order.
"""
