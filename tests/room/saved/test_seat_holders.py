"""The names of those who hold seats."""

from tableronde.room.saved.seat_holders import SeatHolder, display_names
from tableronde.shelf import find
from tableronde.text import Text, same


def test_names_that_several_have_are_numbered() -> None:
    box, (nobody, ana) = find("kaplan"), (SeatHolder(0, "person"), SeatHolder(1, "person", "Ana"))
    assert display_names(box, [nobody, ana, nobody]) == (Text("Invité 1", "Guest 1"), same("Ana"), Text("Invité 2", "Guest 2"))
    assert display_names(box, [nobody, ana]) == (Text("Invité", "Guest"), same("Ana"))
