"""Guests are known again by a signed cookie; tokens are long, and nicknames fit to be shown."""

from pathlib import Path

import pytest

from tableronde.room.people import keyring
from tableronde.room.people.guests import Signer
from tableronde.room.people.nicknames import clean_nickname
from tableronde.room.people.tokens import new_token


def test_a_guest_is_known_again_and_nobody_else(tmp_path: Path) -> None:
    signer, guest = Signer(keyring.load(tmp_path)), new_token()
    cookie = signer.sign(guest)
    assert Signer(keyring.load(tmp_path)).read(cookie) == guest
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    forged = [cookie[:-1] + ("0" if cookie[-1] != "0" else "1"), guest, "", ".", f"{new_token()}.{cookie.partition('.')[2]}", "é.ü"]
    assert [signer.read(text) for text in forged] == [None] * 6
    assert Signer((b"another key",)).read(cookie) is None


def test_tokens_are_long_and_different() -> None:
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len(new_token()) == 22


@pytest.mark.parametrize(
    ("given", "shown"),
    [("Ana", "Ana"), ("  A \n b ", "A b"), ("{0}<b>", "0b"), ("x" * 99, "x" * 24), ("\u202e\u0000", ""), ("Zoë 王", "Zoë 王")],
)
def test_nicknames_are_fit_to_be_shown(given: str, shown: str) -> None:
    assert clean_nickname(given) == shown
