"""Compiled kernels: the generator, sampling, and running many battles in parallel.

Importing this package loads nothing; its modules load numba, and are imported when a battle needs
them.
"""
