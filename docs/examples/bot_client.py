"""A bot that plays at a table over the network: python bot_client.py http://127.0.0.1:8000/t/…/seat/…

Open a table with an open seat, copy the seat's link, and start this script. It plays any game at random; write your bot in `choose`.
"""

import asyncio
import json
import random
import sys
from typing import Any
from urllib.parse import urljoin

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError, InvalidHandshake


def choose(facts: dict[str, Any], actions: list[str]) -> str:
    """Choose an action: here, any that is not open."""
    return random.choice([action for action in actions if not action.endswith(" *")])


async def play(link: str, name: str = "Robot") -> Any:
    """Play the seat of a link to the end of the game; return the result. After a break, come back by the link the seat has now."""
    while True:
        table, _, token = link.partition("/seat/")
        done = -1  # the last ply at which it acted
        sitting = leaving = False  # whether it waits for its seat, and whether this node is leaving
        try:
            async with connect(f"{table.replace('http', 'ws', 1)}/live?feed=facts&token={token}", close_timeout=1) as socket:
                async for text in socket:
                    message = json.loads(text)
                    for seat in message.get("table", {}).get("seats", []):
                        if seat["yours"] and seat["kind"] == "open":
                            await socket.send(json.dumps({"do": "sit", "seat": seat["seat"], "name": name}))
                            sitting = True
                        elif seat["yours"]:
                            link = urljoin(link, seat["link"])  # sitting down gave the seat a new one
                            sitting = False
                    for seat, actions in message.get("legal", {}).items():
                        if int(seat) in message["turn"]["to_act"] and message["turn"]["ply"] > done:
                            done = message["turn"]["ply"]
                            await socket.send(json.dumps({"do": "act", "seat": int(seat), "action": choose(message["facts"], actions)}))
                    if "outcome" in message:
                        return message["outcome"]
                    leaving = leaving or "move" in message
                    if leaving and not sitting:
                        break  # go on at another node
        except (OSError, InvalidHandshake, ConnectionClosedError) as error:
            if isinstance(error, ConnectionClosedError) and error.rcvd and error.rcvd.code >= 4000:
                raise  # there is no such table, or it has a fault
            print(f"{error}; trying again", file=sys.stderr)
        await asyncio.sleep(0.5)


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1])))
