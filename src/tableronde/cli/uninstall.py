"""tableronde uninstall: take the package that brought a game off again."""

from tableronde.cli.install import uninstall as main

__all__ = ["main"]
