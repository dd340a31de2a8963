"""Kernels for battles: the generator, sampling, and running many battles in parallel.

Importing this package loads nothing, and its modules load numpy; numba is loaded when a kernel is
to be compiled, or was.
"""
