"""The client's types of messages match those of the room."""

from pathlib import Path
from typing import get_type_hints

from tableronde.room.base import answers, replies
from tableronde.room.live.client_types import PLACE, client_types, typed_dicts
from tableronde.room.live.messages import MESSAGES

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "socket-api.md").read_text(encoding="utf-8")


def test_the_file_for_the_client_is_the_one_generated() -> None:
    """If this fails, run `python -m tableronde.room.live.client_types`."""
    assert PLACE.read_text(encoding="utf-8") == client_types()


def test_every_message_has_a_type() -> None:
    text = client_types()
    names = [each.__name__ for module in (replies, answers) for each in typed_dicts(module)]
    assert len(names) >= 60
    assert len(MESSAGES) == 25
    for name in (*names, *(f"{message.__name__}Message" for message in MESSAGES)):
        assert text.count(f"export interface {name} {{") == 1, name


def test_every_key_of_a_reply_is_documented() -> None:
    section = PAGE.partition("## Messages from the room")[2].partition("## Pictures")[0]
    for key in get_type_hints(replies.Reply):
        assert f"`{key}`" in section, key
