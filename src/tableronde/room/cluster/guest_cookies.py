"""The cookie that a node gives to a client without one, so that every owner of its table sees the same guest."""

from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from tableronde.room.people.guests import COOKIE, Signer
from tableronde.room.people.tokens import new_token


def with_guest(headers: Iterable[tuple[bytes, bytes]], signer: Signer) -> list[tuple[bytes, bytes]]:
    """Return a request's headers with the cookie of a guest: a new one if it has none, or an invalid one."""
    headers = list(headers)
    cookies = Headers(raw=headers).get("cookie", "")
    if signer.find_guest(cookie_parser(cookies)) is not None:
        return headers
    known = "; ".join(filter(None, (cookies, f"{COOKIE}={signer.sign(new_token())}")))  # of two with one name, the last is read
    return [(name, value) for name, value in headers if name != b"cookie"] + [(b"cookie", known.encode("latin-1"))]
