"""The games that come with Table Ronde, one folder each. Like all other games they are on the shelf by entry points (pyproject.toml)."""
