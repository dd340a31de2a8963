"""Migrations of tables by Alembic, a file per version.

Each folder is the history of one set of tables since Horizons 0.2.0. To change them:
change the metadata, increase its version by one, and add a file here that makes the same change to
tables of the version before. It must not import the metadata, which keep changing; a test compares
the results.
"""
