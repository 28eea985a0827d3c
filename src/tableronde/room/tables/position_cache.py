"""A moment of a table: what each seat may know, see and press, worked out once however many look on.

Everything here goes through the seat's own view, so nobody is ever sent more than the seat may know.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Raw

from tableronde import touch
from tableronde.game import CHANCE, Action, Actor, Game, Json, Seat, is_open
from tableronde.room.encoding import encode
from tableronde.room.pictures import Film
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Language, Text
from tableronde.trace import trace

Picked = tuple[str, ...]
NOBODY: Final = Raw(b"{}")
YOURS: Final = Text("À vous de jouer.", "It is your turn.")
WAITING: Final = Text("On attend {}.", "Waiting for {}.")


def waiting(names: Sequence[Text], yours: bool, language: Language) -> str:
    """Whom a table waits for, in words: you, or those who are called so."""
    if yours:
        return YOURS[language]
    return WAITING[language].format(", ".join([name[language] for name in names])) if names else ""


def _waited(table: Table) -> tuple[Actor, ...]:
    """Whom the table waits for; where a game waits for everybody who may act, its actions are not worked out a second time."""
    legal = table.legal()
    return tuple(legal) if not legal or type(table.game).to_act is Game.to_act else table.to_act()


def scores_in(facts: dict[str, Json]) -> list[float] | None:
    """Everybody's score, if the game has any."""
    scores = facts.get("scores")
    return scores if isinstance(scores, list) else None


class Moment:
    """A table between two events. It is thrown away when anything happens."""

    most = 100  # pictures kept, and as many tales

    def __init__(self, table: Table, last: "Moment | None" = None) -> None:
        """The moment now; what the last one has drawn need not be drawn again to tell what has changed."""
        self.table, self.state = table, table.state
        self._last: tuple[Any, dict[Seat | None, Scene]] = (last.state, last._stills) if last else (None, {})
        self._stills: dict[Seat | None, Scene] = {}
        self.ply = table.plies
        self.waited = _waited(table)
        self.styles = table.styles()
        self.chapter = table.chapter()
        self._known: dict[Seat | None, dict[str, Json]] = {}
        self._facts: dict[tuple[Seat | None, bool], Raw] = {}
        self._legal: dict[Seat, Raw] = {}
        self._heard: dict[tuple[Seat | None, int, int | None], list[tuple[str, str]]] = {}
        self._trees: dict[Seat, touch.Tree] = {}
        self._sketches: dict[tuple[Seat | None, Picked | None], Scene] = {}
        self._before: dict[tuple[Seat | None, Language], Film] = last._latest if last else {}
        self._latest: dict[tuple[Seat | None, Language], Film] = {}
        self._films: dict[tuple[Seat | None, Picked | None, Language], Film] = {}
        self._traces: dict[Seat | None, list[str]] = {}
        self._tales: dict[tuple[Seat | None, int, int | None], list[Text]] = {}

    def facts(self, seat: Seat | None, faded: bool = False) -> Raw:
        """What a seat may know, as encoded JSON; `faded`: without what the picture only showed for a moment."""
        known = self._knower(seat)
        if (known, faded) not in self._facts:
            facts = self._facts_of(known)
            self._facts[known, faded] = Raw(encode({**facts, **dict.fromkeys(self.table.box.fading)} if faded else facts))
        return self._facts[known, faded]

    def scores(self, seat: Seat | None) -> list[float] | None:
        """The scores as that seat knows them, if the game has any."""
        return scores_in(self._facts_of(self._knower(seat)))

    def _facts_of(self, seat: Seat | None) -> dict[str, Json]:
        if seat not in self._known:
            self._known[seat] = self.table.facts(seat)
        return self._known[seat]

    def _knower(self, seat: Seat | None) -> Seat | None:
        return seat if self.table.game.hides else None

    def legal(self, seat: Seat | None) -> Raw:
        """What a seat may do, as encoded JSON: {"0": [actions]}; nothing for an onlooker."""
        if seat is None or seat not in self.table.legal():
            return NOBODY
        if seat not in self._legal:
            self._legal[seat] = Raw(encode({str(seat): self.table.legal()[seat]}))
        return self._legal[seat]

    def heard(self, seat: Seat | None, since: int, until: int | None = None) -> list[tuple[str, str]]:
        """The events since one, or until another, as that seat learned them."""
        key = (None if type(self.table.game).hear is Game.hear else seat, since, until)
        if key not in self._heard:
            self._make_room(self._heard)
            self._heard[key] = [(str(actor), action) for actor, action in self._until(until).heard(seat, since)]
        return self._heard[key]

    def told(self, seat: Seat | None, since: int, language: Language, until: int | None = None) -> list[Json]:
        """The events since one, or until another, in words."""
        if (seat, since, until) not in self._tales:
            self._make_room(self._tales)
            self._tales[seat, since, until] = [line.named(self.table.names) for line in self._until(until).tale(seat, since)]
        return [{"ply": since + i + 1, "text": line[language]} for i, line in enumerate(self._tales[seat, since, until])]

    def _until(self, ply: int | None) -> Table:
        return self.table if ply is None or ply >= self.ply else self.table.at(ply)

    def trace(self, seat: Seat | None) -> list[str]:
        """What the last action left on the board."""
        known = self._knower(seat)
        if known not in self._traces:
            self._traces[known] = trace(self.table, known, self._drawn)
        return self._traces[known]

    def settle(self, seat: Seat | None, picked: Picked) -> Picked:
        """The words picked, with those that follow by themselves; nothing picked if no action begins so."""
        tree = self._tree(seat)
        if not tree:
            return ()
        try:
            words = touch.settle(tree, picked)
        except KeyError:
            return self.settle(seat, ()) if picked else ()
        return words if picked or self.action(seat, words) is None else ()  # nobody writes a word without having pressed something

    def press(self, seat: Seat, picked: Picked, word: str) -> Picked | None:
        """What is picked after one more press, settled; None if the word cannot be pressed there."""
        tree = self._tree(seat)
        words = touch.press(tree, self.settle(seat, picked), word) if tree else None
        return None if words is None else self.rotated(seat, self.settle(seat, words), 0)

    def rotated(self, seat: Seat, picked: Picked, by: int) -> Picked:
        """What is picked once what is held is turned by some steps; the same if it cannot be."""
        if self.table.box.rotate is None or not picked or self.action(seat, picked) is not None:
            return picked
        turned = self.table.box.rotate(self.table.view(seat), picked, by)
        return turned if turned and self.settle(seat, turned)[: len(turned)] == turned else picked

    def action(self, seat: Seat | None, picked: Picked) -> Action | None:
        """The action that these words make; None if there is more to press."""
        try:
            node = touch.follow(self._tree(seat), picked)
        except KeyError:
            return None
        return node if isinstance(node, str) else None

    def film(self, seat: Seat | None, picked: Picked | None, language: Language) -> Film:
        """What a seat sees in time, names put in, after it has picked these (settled) words; None: nothing can be pressed."""
        key = (seat, picked, language)
        if key not in self._films:
            self._make_room(self._films)
            self._films[key] = self._latest[seat, language] = self._filmed(seat, picked, language)
        return self._films[key]

    def _filmed(self, seat: Seat | None, picked: Picked | None, language: Language) -> Film:
        """That film, written on top of what the seat was shown last."""
        before = self._latest.get((seat, language)) or self._before.pop((seat, language), None)
        return Film.of(self.sketch(seat, picked), language, self.table.names, before)

    def choices(self, seat: Seat | None, picked: Picked, language: Language) -> dict[str, Any]:
        """What can be pressed after these (settled) words, or the action they make."""
        node = touch.follow(self._tree(seat), picked)
        if isinstance(node, str):
            return {
                "seat": seat,
                "picked": picked,
                "offers": [],
                "open": is_open(node),
                "action": node,
                **self._second(seat, node, language),
            }
        titles = self.titles(seat, picked) if node else {}
        offers = [{"word": word, "label": self.label(word, picked, titles)[language]} for word in node]
        rotates = seat is not None and self.rotated(seat, picked, 1) != picked
        return {"seat": seat, "picked": picked, "offers": offers, "open": False, **({"rotates": True} if rotates else {})}

    def _second(self, seat: Seat | None, action: Action, language: Language) -> dict[str, str]:
        """Why an action that waits to be confirmed deserves a second thought, if it does."""
        thought = None if seat is None or is_open(action) else self.table.second_thought(seat, action)
        return {"second": thought[language]} if thought else {}

    def titles(self, seat: Seat | None, picked: Picked) -> dict[str, Text]:
        """What the things that can be pressed are called."""
        titled = (shape for shape in self.sketch(seat, picked).shapes() if shape.word and shape.title.en)
        return {shape.word: shape.title.named(self.table.names) for shape in titled}

    def scene(self, seat: Seat | None, picked: Picked) -> Scene:
        """The picture as a scene, names put in; an unsettled pick may be asked for, too."""
        return self.sketch(seat, picked).named(self.table.names)

    def sketch(self, seat: Seat | None, picked: Picked | None) -> Scene:
        """The picture without names. None: nothing can be pressed, before the start, after the end, or until a window opens."""
        if (seat, picked) not in self._sketches:
            self._make_room(self._sketches)
            self._sketches[seat, picked] = self._finished(self._drawn(self.table, seat) if picked is None else self._pressed(seat, picked))
        return self._sketches[seat, picked]

    def _pressed(self, seat: Seat | None, picked: Picked) -> Scene:
        """The picture for a seat that has picked these words, with what it can press next."""
        node = touch.follow(self._tree(seat), picked)
        offers = () if isinstance(node, str) else tuple(node)
        return self.table.draw(seat, picked, offers) if picked or offers else self._drawn(self.table, seat)

    def _finished(self, scene: Scene) -> Scene:
        """A picture as it is shown."""
        return scene

    def _drawn(self, table: Table, seat: Seat | None) -> Scene:
        """That picture without names, of this moment or of an earlier one; of this one and of the last one it is drawn only once."""
        for state, stills in ((self.state, self._stills), self._last):
            if table.state is state and seat in stills:
                return stills[seat]
        scene = table.draw(seat)
        if table.state is self.state:
            self._stills[seat] = scene
        return scene

    def label(self, word: str, picked: Picked, titles: dict[str, Text]) -> Text:
        """A word as people read it: what its shape is called, or the text of its button."""
        return titles.get(word) or self.table.box.label(word, picked).named(self.table.names)

    def turn(self, yours: frozenset[Seat], language: Language) -> dict[str, Any]:
        """Whom the table waits for."""
        mine, names = not yours.isdisjoint(self.waited), [self.table.names[seat] for seat in self.waited if seat != CHANCE]
        return {"to_act": self.waited, "yours": mine, "ply": self.ply, "text": waiting(names, mine, language)}

    def no_turn(self) -> dict[str, Any]:
        """Nobody is waited for: the game has not begun, or is over."""
        return {"to_act": [], "yours": False, "ply": self.ply, "text": ""}

    def _make_room(self, kept: dict[Any, Any]) -> None:
        """Something more is to be kept."""
        if len(kept) >= self.most:
            kept.clear()

    def _tree(self, seat: Seat | None) -> touch.Tree:
        if seat is None:
            return {}
        if seat not in self._trees:
            self._trees[seat] = self.table.touch(seat)
        return self._trees[seat]
