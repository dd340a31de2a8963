"""Figures of views: conversion of the model's tenths to points."""

from __future__ import annotations

from fractions import Fraction

#: Tenths in a point of damage or a hull space.
TENTHS = 10


def in_points(tenths: float) -> float:
    """Points of damage with one decimal."""
    return round(tenths / TENTHS, 1)


def figure(exact: Fraction | float) -> float:
    """A rating, speed or share with four decimals."""
    return round(float(exact), 4)
