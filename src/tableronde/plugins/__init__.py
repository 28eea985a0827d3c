"""Finding and loading games: entry points, files and folders."""
