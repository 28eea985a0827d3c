"""Machine integers and arrays for code that mypyc compiles; without a compiler they are Python's own types.

Every module with a line `from tableronde.flat import …` is compiled (`setup.py` and the Makefile look for it).

Compiled (see `flat.pyi`), `i64`, `i16` and `u8` are machine integers, which wrap where Python's int grows: code whose results may pass
63 bits masks them, and then both give the same. `vec` is an array of such numbers, as fast as in C; it is created with its full length
and never grows, so that a plain list can replace it.
"""

from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")

i16 = int
i64 = int
u8 = int
vec = list


def mypyc_attr(**attributes: bool) -> Callable[[Made], Made]:
    """Declare a class's attributes to mypyc; without a compiler, do nothing."""
    return lambda made: made
