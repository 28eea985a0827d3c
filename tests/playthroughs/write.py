"""Write the playthroughs: a readable text of a complete game with every public method, kept in git and compared by a test.

python tests/playthroughs/write.py      after an intended change of rules or texts
"""

from pathlib import Path
from random import Random

from tableronde.box import Box
from tableronde.game import CHANCE, Event
from tableronde.play import arena
from tableronde.record import compact
from tableronde.shelf import Shelf
from tableronde.table import Table
from tableronde.text import NOTHING

HERE = Path(__file__).parent
LONGEST = 40  # events written in full; after these only the end is


def playthrough(box: Box) -> str:
    """Write a game of two random players (or as few as the game allows), step by step."""
    rng = Random(f"playthrough {box.slug}")
    table = Table(box, min(box.game_type.players), rng=rng)
    lines = [f"game {box.slug}, edition {table.game.edition}, {table.game.seats} players", f"setup {compact(table.setup)}"]
    while table.legal():
        event = _event(table, rng)
        lines += _told(table, event) if table.plies < LONGEST else []
        table.play(*event)
    digest = table.record().with_outcome(None).digest  # as records were written before they named their results
    lines += [f"… {table.plies} events", f"outcome {table.outcome}", f"facts {compact(table.facts())}", f"digest {digest}"]
    return "\n".join(lines) + "\n"


def _event(table: Table, rng: Random) -> Event:
    actor = rng.choice(table.to_act())
    return arena.roll(table, rng) if actor == CHANCE else Event(actor, rng.choice([a for a in table.legal()[actor] if not a.endswith("*")]))


def _told(table: Table, event: Event) -> list[str]:
    """Write the public answers before an event, the event, and its log line."""
    counts = {str(actor): len(actions) for actor, actions in table.legal().items()}
    spectator, first = (table.game.hear(table.state, *event, seat) for seat in (None, 0))
    pressed = " ".join(table.game.touch(event.action))
    captions = [caption.named(table.names) for caption in table.scene().captions] or [NOTHING]
    return [
        "",
        f"event {table.plies + 1}: waits for {table.to_act()}, legal {compact(counts)}",
        f"  {captions[0].fr} / {captions[0].en}",
        f"  {event.actor}: {event.action} (heard by spectators: {spectator}; by seat 0: {first}; pressed: {pressed})",
    ]


if __name__ == "__main__":
    for each in Shelf.installed().boxes():
        (HERE / f"{each.slug}.txt").write_text(playthrough(each), encoding="utf-8")
