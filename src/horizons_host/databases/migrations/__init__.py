"""How tables of an older version get the shape of today: by Alembic, a file a version.

Each folder is the history of one set of tables. To change them: change the metadata, count its
version up by one, and add a file here that does the same to tables of the version before. It must
not import the metadata, which go on changing; a test compares the outcome of both.
"""
