"""Databases of stores: opening, locking, marking, checking and upgrading them."""
