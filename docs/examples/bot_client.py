"""A bot that plays at a table over the network: python bot_client.py http://127.0.0.1:8000/t/…/seat/…

Open a table with an open seat, copy the seat's link, and start this script. It plays any game at random; write your bot in `choose`.
"""

import asyncio
import json
import random
import sys
from typing import Any

from websockets.asyncio.client import connect


def choose(facts: dict[str, Any], actions: list[str]) -> str:
    """Choose an action: here, any that is not open."""
    return random.choice([action for action in actions if not action.endswith(" *")])


async def play(link: str, name: str = "Robot") -> Any:
    """Play the seat of a link to the end of the game; return the result."""
    table, _, token = link.replace("http", "ws", 1).partition("/seat/")
    done = -1  # the last ply at which it acted
    async with connect(f"{table}/live?feed=facts&token={token}") as socket:
        async for text in socket:
            message = json.loads(text)
            for seat in message.get("table", {}).get("seats", []):
                if seat["yours"] and seat["kind"] == "open":
                    await socket.send(json.dumps({"do": "sit", "seat": seat["seat"], "name": name}))
            for seat, actions in message.get("legal", {}).items():
                if int(seat) in message["turn"]["to_act"] and message["turn"]["ply"] > done:
                    done = message["turn"]["ply"]
                    await socket.send(json.dumps({"do": "act", "seat": int(seat), "action": choose(message["facts"], actions)}))
            if "outcome" in message:
                return message["outcome"]


if __name__ == "__main__":
    print(asyncio.run(play(sys.argv[1])))
