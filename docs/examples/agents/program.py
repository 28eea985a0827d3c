"""A bot in a program of its own: it knows nothing of Table Ronde and prefers what it has not played yet.

tableronde arena four-circles 'cmd:python docs/examples/agents/program.py' random
"""

import json
import random
import sys

for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "new":
        seat, rng = str(request["seat"]), random.Random(request["seed"])
        answer = {"name": "novelty"}
    else:
        mine = {action for actor, action in request["heard"] if actor == seat}
        closed = [action for action in request["legal"] if not action.endswith(" *")]
        fresh = [action for action in closed if action not in mine]
        answer = {"action": rng.choice(fresh or closed) if closed else None}
    print(json.dumps({"id": request["id"], **answer}), flush=True)
