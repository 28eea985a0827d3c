"""Orders of new tables."""

import pytest

from tableronde.room.web.orders import read_order


@pytest.mark.parametrize(
    "body", ["", "[]", "null", '{"game":5}', '{"game":"x","seats":[{"kind":"king"}]}', '{"game":"x","clock":{"seconds":0}}', "[" * 5000]
)
def test_an_order_that_is_none_says_why(body: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        read_order(body)
