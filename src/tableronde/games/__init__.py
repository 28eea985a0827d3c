"""The games that come with Table Ronde, one folder each. They come on the shelf as anybody's do: by the entry points in pyproject.toml."""
