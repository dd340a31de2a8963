"""Kernels for battles: the generator, sampling, and running many battles in parallel.

Importing this package loads nothing. Its modules load numpy, and numba for compiled kernels only.
"""
