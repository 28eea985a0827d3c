"""The store of a single node: one SQLite file in a folder."""
