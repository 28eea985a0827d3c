"""Finding 25: as many actions as the room confirms, at many tables at once: the log of the store stays short."""

import asyncio
import contextlib
import json
import random
import time

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from siege.target import Outcome, Target
from support.rooms import HERE, ME, Person, token_of

TABLES = 12
BARE = ("--limit", "messages_per_second=100000", "--limit", "message_burst=100000")
OPTIONS = (*BARE, "--limit", "messages_per_address=1000000")
MEGABYTE = 1_000_000


def attack(target: Target, seconds: float) -> Outcome:
    """Play both seats of every table, and watch the files grow."""
    with Person(target.server.base) as ana:
        tables = [ana.open("four-circles", ME, HERE, options={"max_plies": 0}) for _ in range(TABLES)]
    addresses = [f"{target.server.base.replace('http', 'ws', 1)}{t['url']}/live?feed=facts&token=" for t in tables]
    links = [f"{address}{token_of(link)}" for address, t in zip(addresses, tables, strict=True) for link in t["seats"]]
    played, longest = asyncio.run(_all(links, target, 2 * seconds))
    database = target.data / "room.sqlite"
    time.sleep(4.0)  # a quiet moment, in which the log is emptied
    after = database.with_name("room.sqlite-wal").stat().st_size / MEGABYTE
    size = database.stat().st_size / MEGABYTE
    held = longest < max(8.0, 4 * size) and after < 1
    return Outcome(held, f"{played} actions; log at most {longest:.1f} MB, {after:.1f} MB when quiet; database {size:.1f} MB")


async def _all(links: list[str], target: Target, seconds: float) -> tuple[int, float]:
    rng, longest, log = random.Random(1), 0.0, target.data / "room.sqlite-wal"
    players = [asyncio.create_task(_play(link, rng)) for link in links]
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(0.1)
        longest = max(longest, log.stat().st_size / MEGABYTE)
    for player in players:
        player.cancel()
    played = sum(count for count in await asyncio.gather(*players))
    return played, longest


async def _play(link: str, rng: random.Random) -> int:
    played = 0
    with contextlib.suppress(asyncio.CancelledError, OSError, WebSocketException):
        async with connect(link, max_size=None) as line:
            async for text in line:
                message = json.loads(text)
                played += "ok" in message
                for seat, actions in message.get("legal", {}).items():
                    await line.send(json.dumps({"do": "act", "seat": int(seat), "action": rng.choice(actions), "ref": 1}))
    return played
