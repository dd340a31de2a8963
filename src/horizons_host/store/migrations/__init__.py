"""Migrations of tables by Alembic, a file per version.

Each folder is the history of one set of tables, from that of Horizons 0.2.0 on. To change them:
change the metadata, increase its version by one, and add a file here that makes the same change to
tables of the version before. It must not import the metadata, which keep changing; a test compares
the results.
"""
