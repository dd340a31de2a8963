"""Battles: their model, files, kernels and records."""
