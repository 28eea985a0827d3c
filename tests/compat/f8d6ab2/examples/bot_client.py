"""A bot that sits down at a table over the network: python bot_client.py http://127.0.0.1:8000/t/…/seat/…

Open a table with an open seat, copy the seat's link, and start this. It plays any game at random; put your idea in `choose`.
"""

import asyncio
import json
import random
import sys
from typing import Any

from websockets.asyncio.client import connect


def choose(facts: dict[str, Any], actions: list[str]) -> str:
    """The bot's idea: any action that needs no word of its own."""
    return random.choice([action for action in actions if not action.endswith(" *")])


async def play(link: str, name: str = "Robot") -> Any:
    """Play the seat of a link to the end of the game; how it ended."""
    table, _, token = link.replace("http", "ws", 1).partition("/seat/")
    done = -1  # the ply it last acted at
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
