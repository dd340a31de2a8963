"""The automatic battle as numba kernels: one for the recorded battle and for the million.

`protocol` says what stands in the arrays and how dice are drawn; the other modules are the steps of
a tactical turn, and `fights` puts them in their order.
"""
