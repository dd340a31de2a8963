"""Compiled kernels that fight many battles in parallel.

Importing this package loads nothing. Its modules load numpy, and numba for compiled kernels only.
"""
