"""The position at a table: what each seat may know, see and press, computed once for all viewers.

Everything goes through the seat's own view, so that nobody is ever sent more than the seat may know.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from tableronde import touch
from tableronde.game import CHANCE, Action, Json, Seat, is_open
from tableronde.render.last_move import trace
from tableronde.room.base.picture_delta import Film
from tableronde.room.base.replies import ChoicesReply, LogLineReply, OfferReply, TurnReply
from tableronde.room.tables.table_status import decided_winners, is_futile
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Language, Text

Picked = tuple[str, ...]
Encode = Callable[[dict[str, Json]], Json]  # encodes a value that is sent to many, once for all of them
YOURS: Final = Text("À vous de jouer.", "It is your turn.")
DECIDED: Final = Text("Plus rien ne peut changer le résultat.", "Nothing can change the result anymore.")
WAITING: Final = Text("On attend {}.", "Waiting for {}.")


def describe_waiting(names: Sequence[Text], yours: bool, language: Language) -> str:
    """Describe whose turn it is: yours, or that of the named players."""
    if yours:
        return YOURS[language]
    return WAITING[language].format(", ".join([name[language] for name in names])) if names else ""


def keep_plain(value: dict[str, Json]) -> Json:
    """Return a value unchanged, for uses without encoding."""
    return value


def read_scores(facts: dict[str, Json]) -> list[float] | None:
    """Return everybody's score, if the game has any."""
    scores = facts.get("scores")
    return scores if isinstance(scores, list) else None


class PositionCache:
    """A table between two events, dropped when anything happens."""

    most = 100  # cached pictures, and as many logs

    def __init__(self, table: Table, last: "PositionCache | None" = None, encode: Encode | None = None) -> None:
        """Cache the current position. Pictures of the last position are reused to find what has changed.

        `encode` converts facts and legal actions to their sent form; it is inherited from the last position.
        """
        self.table, self.state = table, table.state
        self.encode: Encode = encode or (last.encode if last else keep_plain)
        self._last: tuple[Any, dict[Seat | None, Scene]] = (last.state, last._stills) if last else (None, {})
        self._stills: dict[Seat | None, Scene] = {}
        self.ply = table.plies
        self.waited = table.to_act()
        self.styles = table.styles()
        self.chapter = table.chapter()
        self.decided = decided_winners(table)
        self.futile = is_futile(table)
        self._hears_alike = table.game.hears_alike
        self._known: dict[Seat | None, dict[str, Json]] = {}
        self._facts: dict[tuple[Seat | None, bool], Json] = {}
        self._legal: dict[Seat | None, Json] = {None: last._legal[None]} if last else {None: self.encode({})}
        self._heard: dict[tuple[Seat | None, int, int | None], list[tuple[str, str]]] = {}
        self._trees: dict[Seat, touch.Tree] = {}
        self._sketches: dict[tuple[Seat | None, Picked | None], Scene] = {}
        self._before: dict[tuple[Seat | None, Language], Film] = last._latest if last else {}
        self._latest: dict[tuple[Seat | None, Language], Film] = {}
        self._films: dict[tuple[Seat | None, Picked | None, Language], Film] = {}
        self._traces: dict[Seat | None, list[str]] = {}
        self._log_texts: dict[tuple[Seat | None, int, int | None, Seat | None], list[Text]] = {}

    def facts(self, seat: Seat | None, faded: bool = False) -> Json:
        """Return what a seat may know, encoded; with `faded`, without what the picture showed only briefly."""
        known = self._choose_viewpoint(seat)
        if (known, faded) not in self._facts:
            facts = self._get_facts(known)
            self._facts[known, faded] = self.encode({**facts, **dict.fromkeys(self.table.box.fading)} if faded else facts)
        return self._facts[known, faded]

    def scores(self, seat: Seat | None) -> list[float] | None:
        """Return the scores as a seat knows them, if the game has any."""
        return read_scores(self._get_facts(self._choose_viewpoint(seat)))

    def _get_facts(self, seat: Seat | None) -> dict[str, Json]:
        if seat not in self._known:
            self._known[seat] = self.table.facts(seat)
        return self._known[seat]

    def _choose_viewpoint(self, seat: Seat | None) -> Seat | None:
        return seat if self.table.game.hides else None

    def legal(self, seat: Seat | None) -> Json:
        """Return the legal actions of a seat, encoded: {"0": [actions]}; nothing for a spectator."""
        legal = self.table.legal()
        able = seat if seat in legal else None
        if able is not None and able not in self._legal:
            self._legal[able] = self.encode({str(able): legal[able]})
        return self._legal[able]

    def heard(self, seat: Seat | None, since: int, until: int | None = None) -> list[tuple[str, str]]:
        """Return the events from `since` on, or up to `until`, as a seat learned them."""
        key = (None if self._hears_alike else seat, since, until)
        if key not in self._heard:
            self._limit(self._heard)
            self._heard[key] = [(str(actor), action) for actor, action in self._get_table_until(until).heard(seat, since)]
        return self._heard[key]

    def log_lines(
        self, seat: Seat | None, since: int, language: Language, until: int | None = None, reader: Seat | None = None
    ) -> list[LogLineReply]:
        """Return the events from `since` on, or up to `until`, as text; it speaks to the player in seat `reader`."""
        key = seat, since, until, reader
        if key not in self._log_texts:
            self._limit(self._log_texts)
            lines = self._get_table_until(until).tale(seat, since, reader=reader)
            self._log_texts[key] = [line.named(self.table.names) for line in lines]
        return [{"ply": since + i + 1, "text": line[language]} for i, line in enumerate(self._log_texts[key])]

    def _get_table_until(self, ply: int | None) -> Table:
        return self.table if ply is None or ply >= self.ply else self.table.at(ply)

    def last_move(self, seat: Seat | None) -> list[str]:
        """Return the ids of the shapes that the last action touched."""
        known = self._choose_viewpoint(seat)
        if known not in self._traces:
            self._traces[known] = trace(self.table, known, self._draw_still)
        return self._traces[known]

    def settle(self, seat: Seat | None, picked: Picked) -> Picked:
        """Return the picked words with those that follow automatically; none if no action begins with them."""
        tree = self._get_tree(seat)
        if not tree:
            return ()
        try:
            words = touch.settle(tree, picked)
        except KeyError:
            return self.settle(seat, ()) if picked else ()
        return words if picked or self.action(seat, words) is None else ()  # a word is typed only after something was pressed

    def press(self, seat: Seat, picked: Picked, word: str) -> Picked | None:
        """Return the picked words after one more press, settled; None if the word cannot be pressed."""
        tree = self._get_tree(seat)
        words = touch.press(tree, self.settle(seat, picked), word) if tree else None
        return None if words is None else self.rotated(seat, self.settle(seat, words), 0)

    def rotated(self, seat: Seat, picked: Picked, by: int) -> Picked:
        """Return the picked words after the held piece was rotated by some steps; unchanged if it cannot be."""
        if self.table.box.rotate is None or not picked or self.action(seat, picked) is not None:
            return picked
        turned = self.table.box.rotate(self.table.view(seat), picked, by)
        return turned if turned and self.settle(seat, turned)[: len(turned)] == turned else picked

    def action(self, seat: Seat | None, picked: Picked) -> Action | None:
        """Return the action that these words make; None if more words are needed."""
        try:
            node = touch.follow(self._get_tree(seat), picked)
        except KeyError:
            return None
        return node if isinstance(node, str) else None

    def film(self, seat: Seat | None, picked: Picked | None, language: Language) -> Film:
        """Return the film for a seat that has picked these (settled) words, with names; `picked` is None if nothing can be pressed."""
        key = (seat, picked, language)
        if key not in self._films:
            self._limit(self._films)
            self._films[key] = self._latest[seat, language] = self._make_film(seat, picked, language)
        return self._films[key]

    def _make_film(self, seat: Seat | None, picked: Picked | None, language: Language) -> Film:
        """Make that film, reusing what the seat was shown last."""
        before = self._latest.get((seat, language)) or self._before.pop((seat, language), None)
        return Film.of(self.sketch(seat, picked), language, self.table.names, before)

    def choices(self, seat: Seat | None, picked: Picked, language: Language) -> ChoicesReply:
        """Return what can be pressed after these (settled) words, or the action they make."""
        node = touch.follow(self._get_tree(seat), picked)
        if isinstance(node, str):
            made: ChoicesReply = {"seat": seat, "picked": picked, "offers": [], "open": is_open(node), "action": node}
            if thought := self._find_second_thought(seat, node):
                made["second"] = thought[language]
            return made
        titles = self.titles(seat, picked) if node else {}
        offers: list[OfferReply] = [{"word": word, "label": self.label(word, picked, titles)[language]} for word in node]
        choices: ChoicesReply = {"seat": seat, "picked": picked, "offers": offers, "open": False}
        if seat is not None and self.rotated(seat, picked, 1) != picked:
            choices["rotates"] = True
        return choices

    def _find_second_thought(self, seat: Seat | None, action: Action) -> Text | None:
        """Return why an action that waits for confirmation deserves a second thought, if it does."""
        return None if seat is None or is_open(action) else self.table.second_thought(seat, action)

    def titles(self, seat: Seat | None, picked: Picked) -> dict[str, Text]:
        """Return the titles of the shapes that can be pressed."""
        titled = (shape for shape in self.sketch(seat, picked).shapes() if shape.word and shape.title.en)
        return {shape.word: shape.title.named(self.table.names) for shape in titled}

    def scene(self, seat: Seat | None, picked: Picked) -> Scene:
        """Return the picture as a scene with names; the picked words may be unsettled."""
        return self.sketch(seat, picked).named(self.table.names)

    def sketch(self, seat: Seat | None, picked: Picked | None) -> Scene:
        """Return the picture without names; `picked` is None before the start, after the end, or until players may react."""
        if (seat, picked) not in self._sketches:
            self._limit(self._sketches)
            self._sketches[seat, picked] = self._decorate_scene(
                self._draw_still(self.table, seat) if picked is None else self._draw_pressed(seat, picked)
            )
        return self._sketches[seat, picked]

    def _draw_pressed(self, seat: Seat | None, picked: Picked) -> Scene:
        """Draw the picture for a seat that has picked these words, with what it can press next."""
        node = touch.follow(self._get_tree(seat), picked)
        offers = () if isinstance(node, str) else tuple(node)
        return self.table.draw(seat, picked, offers) if picked or offers else self._draw_still(self.table, seat)

    def _decorate_scene(self, scene: Scene) -> Scene:
        """Hook for subclasses: return the picture as it is shown."""
        return scene

    def _draw_still(self, table: Table, seat: Seat | None) -> Scene:
        """Draw a picture without names, of this or an earlier position; those of this and the last position are cached."""
        for state, stills in ((self.state, self._stills), self._last):
            if table.state is state and seat in stills:
                return stills[seat]
        scene = table.draw(seat)
        if table.state is self.state:
            self._stills[seat] = scene
        return scene

    def label(self, word: str, picked: Picked, titles: dict[str, Text]) -> Text:
        """Return a word as people read it: the title of its shape, or the text of its button."""
        return titles.get(word) or self.table.box.label(word, picked).named(self.table.names)

    def turn(self, yours: frozenset[Seat], language: Language) -> TurnReply:
        """Return whose turn it is."""
        mine, names = not yours.isdisjoint(self.waited), [self.table.names[seat] for seat in self.waited if seat != CHANCE]
        turn: TurnReply = {"to_act": self.waited, "yours": mine, "ply": self.ply, "text": describe_waiting(names, mine, language)}
        return turn if self.decided is None else {**turn, "decided": DECIDED[language]}

    def no_turn(self) -> TurnReply:
        """Return the turn of a game that has not begun or is over."""
        return {"to_act": [], "yours": False, "ply": self.ply, "text": ""}

    def _limit(self, kept: dict[Any, Any]) -> None:
        """Make room in a cache."""
        if len(kept) >= self.most:
            kept.clear()

    def _get_tree(self, seat: Seat | None) -> touch.Tree:
        if seat is None:
            return {}
        if seat not in self._trees:
            self._trees[seat] = self.table.touch(seat)
        return self._trees[seat]
