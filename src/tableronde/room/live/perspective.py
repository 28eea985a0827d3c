"""A perspective: how one seat sees a position, in one language. Tables, lessons, puzzles and replays use it."""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from tableronde.box import Box
from tableronde.game import Action, Refusal, Seat, is_open
from tableronde.room.base.picture_delta import Film, Picture
from tableronde.room.base.replies import (
    ChoicesReply,
    LogLineReply,
    PreviewReply,
    RecallReply,
    RecallSceneReply,
    RefusalReply,
    SceneReply,
    TableSceneReply,
    TurnReply,
    WhyReply,
)
from tableronde.room.tables.position_cache import Picked, PositionCache
from tableronde.text import Language


class Pressed(NamedTuple):
    """The result of a press."""

    picked: Picked | None  # the words picked now; None if the word cannot be pressed
    action: Action | None = None  # the action to play at once


@dataclass(slots=True, eq=False)
class Perspective:
    """How one seat sees a position, in one language, and what it can press there."""

    position: PositionCache
    seat: Seat | None
    language: Language
    acting: Seat | None = None  # the seat, while it may act

    # The picture

    def film(self, picked: Picked) -> Film:
        """Return the film that the seat sees after it has picked these (settled) words."""
        return self.position.film(self.seat, None if self.acting is None else picked, self.language)

    def scene(self, film: Film, age: float) -> SceneReply:
        """Return a film of this position, some seconds after the event, for a client that holds no picture."""
        picture, ply, last = film.message(age, None), self.position.ply, self.position.last_move(self.seat)
        return {**picture, "seat": self.seat, "ply": ply, "last": last}

    def scene_since(self, film: Film, age: float, shown: Picture | None, base: int) -> TableSceneReply:
        """Return the same for a client that may hold a picture, of the ply `base`."""
        picture, ply, last = film.message(age, shown), self.position.ply, self.position.last_move(self.seat)
        return {**picture, "seat": self.seat, "ply": ply, "base": base, "last": last}

    def still(self) -> SceneReply:
        """Return the whole picture without its film."""
        table = self.position.table
        picture = Picture.of(table.draw(self.seat).named(table.names), self.language)
        return self.scene(Film(((0.0, picture),)), 0.0)

    def preview(self, picked: Picked, age: float = inf, shown: Picture | None = None) -> PreviewReply | None:
        """Return the picture after the action that these words would make; None if they make none."""
        if self.acting is None or self.position.action(self.acting, picked) is None:
            return None
        picture = self.position.film(self.acting, picked, self.language).at(age)
        return {"picked": picked, **(picture.whole() if shown is None else picture.since(shown))}

    def recall(self, ply: int, reader: Seat | None = None) -> RecallReply:
        """Return an earlier position as the seat saw it after its film, without what was shown only briefly."""
        table = self.position.table
        then = table.at(min(ply, table.plies))
        picture = Film.of(then.draw(self.seat).named(table.names), self.language).at(inf)
        scene: RecallSceneReply = {**picture.whole(), "seat": self.seat}
        lines = then.tale(self.seat, max(0, then.plies - 1), reader=reader)
        told = [text.named(table.names)[self.language] for text in lines]
        return {"ply": then.plies, "plies": table.plies, "scene": scene, "told": told}

    # What can be pressed

    def settle(self, picked: Picked) -> Picked:
        """Return the picked words, with those that follow automatically."""
        return self.position.settle(self.acting, picked)

    def choices(self, picked: Picked) -> ChoicesReply:
        """Return what can be pressed after these (settled) words, or the action they make."""
        return self.position.choices(self.acting, picked, self.language)

    def press(self, picked: Picked, word: str, hold: bool) -> Pressed:
        """Return the result of one more press. An action waits if it is held, needs a typed word, or deserves a second thought."""
        words = None if self.acting is None else self.position.press(self.acting, picked, word)
        if words is None:
            return Pressed(None)
        action = self.position.action(self.acting, words)
        waits = hold or action is None or is_open(action) or self.choices(words).get("second")
        return Pressed(words, None if waits else action)

    def rotate(self, picked: Picked, by: int) -> Picked:
        """Return the picked words after the held piece was rotated by some steps."""
        return () if self.acting is None else self.position.rotated(self.acting, self.settle(picked), by)

    def explain(self, picked: Picked, word: str, refusal: Refusal | None = None) -> WhyReply:
        """Return why a word cannot be pressed, with the clause if it is a rule, and what can be pressed instead."""
        assert self.seat is not None
        table, settled = self.position.table, self.settle(picked)
        reason = describe_refusal(refusal or table.why_not_press(self.seat, (*settled, word)), table.box, self.language)
        return {"word": word, **reason, "possible": [offer["word"] for offer in self.choices(settled)["offers"]]}

    # What is known

    def turn(self, able: frozenset[Seat]) -> TurnReply:
        """Return whose turn it is, for a client that may act for the given seats."""
        return self.position.turn(able, self.language)

    def log(self, since: int, until: int | None = None, reader: Seat | None = None) -> list[LogLineReply]:
        """Return the events from `since` on, or until `until`, as text; it speaks to the player in seat `reader`."""
        return self.position.log_lines(self.seat, since, self.language, until, reader)

    def scores(self) -> list[float] | None:
        """Return the scores as the seat knows them, if the game has any."""
        return self.position.scores(self.seat)


def describe_refusal(refusal: Refusal, box: Box, language: Language) -> RefusalReply:
    """Return why the rules refuse an action, with a link to the clause."""
    page = f"/rules/{box.slug}" if box.has_rulebook else None
    return {
        "clause": refusal.clause,
        "text": refusal.text[language],
        "link": f"{page}#{refusal.clause}" if page and refusal.clause else page,
    }
