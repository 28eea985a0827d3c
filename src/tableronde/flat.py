"""Numbers and rows of numbers for code that mypyc compiles; without a compiler they are Python's own.

Compiled (see `flat.pyi`), `i64` is a machine word, `i16` a quarter and `u8` an eighth of one, which wrap where Python's int grows: code
that may pass 63 bits masks its results, and then both give the same. `vec` is a row of such numbers, as fast as C's; a row is made once
with its full length and never grows, so that a plain list can stand in for it.
"""

from collections.abc import Callable
from typing import TypeVar

Made = TypeVar("Made")

i16 = int
i64 = int
u8 = int
vec = list


def mypyc_attr(**attributes: bool) -> Callable[[Made], Made]:
    """What mypyc should know of a class; plain Python need not."""
    return lambda made: made
