"""Battles: what they are made of, their files, their kernels and their records."""
