"""A client's view of its table: the position from its seat, with only the news."""

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tableronde.game import Action, Illegal, Json, Refusal, Seat
from tableronde.room.base.faults import FAULTY, Faulty, game_code
from tableronde.room.base.picture_delta import Picture
from tableronde.room.base.refusals import Refused
from tableronde.room.base.replies import PastReply, RaceReply, Reply, TableReply
from tableronde.room.live.perspective import Perspective
from tableronde.room.live.race import describe_race
from tableronde.room.live.table_description import Client, describe_outcome, describe_table
from tableronde.room.tables.decisions.change import last_ply_of
from tableronde.room.tables.position_cache import Picked
from tableronde.room.tables.table_session import LATEST, find_pause
from tableronde.room.tables.table_status import Status

OWN: Final = "*"  # the word picked by a player who types an action


@dataclass(slots=True, eq=False)
class Held:
    """The latest state of a client, so that only news is sent. It is immutable, because spectators that were sent the same share it."""

    picture: Picture | None = None
    ply: int = 0  # of the picture
    status: Status | None = None
    styles: Sequence[str] = ()
    scores: Sequence[float] | None = None


class TableView:
    """A client's view of its table."""

    def __init__(self, client: Client) -> None:
        self.client, self.session = client, client.session
        self.picked: Picked = ()
        self.questioned: Action = ""  # a typed action that the player was asked to confirm
        self.held = Held()
        self.shown_notes: dict[str, str] = {}

    def perspective(self) -> Perspective:
        """Return the current position as the client's seat sees it."""
        return Perspective(self.session.position, self.client.seat, self.client.language, self.acting_seat())

    @property
    def reader(self) -> Seat | None:
        """The seat whose player the log speaks to; None if several people share the screen."""
        seat = self.client.seat
        return seat if self.client.seats == {seat} else None

    def forget_picked(self) -> None:
        """Forget the words that were picked: the seat is no longer the client's."""
        self.picked = ()

    def forget_question(self) -> None:
        """Forget the action that the player was asked to confirm."""
        self.questioned = ""

    def share(self, held: Held) -> None:
        """Take over what another client holds, which is sent the very same."""
        self.held = held

    # Sending

    def open(self, since: int) -> None:
        """Send the table and the position at the beginning, with the events from `since` on."""
        if self.session.faulty:
            return self.show_fault()
        reply: Reply = {"table": self._describe_table()}
        self._add_position(reply, max(0, min(since, self.session.table.plies)))
        self.client.send(reply)

    def show(self, since: int | None, ref: Json = None) -> None:
        """Send the changes: the events from `since` on, or (None) new seat holders."""
        reply: Reply = {} if ref is None else {"ok": ref}
        plies = self.session.table.plies
        if since is None or self.session.status != self.held.status or self.session.position.styles != self.held.styles:
            reply["table"] = self._describe_table()
        if since is not None and since == plies:
            reply["back"] = plies
        self._add_position(reply, plies if since is None else since)
        self.client.send(reply)

    def show_fault(self, ref: Json = None) -> None:
        """Show that the game's code has failed: no turn and no picture until it works again."""
        text = FAULTY[self.client.language]
        reply: Reply = {} if ref is None else {"ok": ref}
        with contextlib.suppress(Faulty), game_code(self.session.box):
            reply["table"] = self._describe_table()
        held = self.held
        self.held = Held(None, held.ply, held.status, held.styles, held.scores)
        reply["turn"] = {"to_act": [], "yours": False, "ply": self.session.table.plies, "text": text}
        reply["fault"] = text
        self.client.send(reply)

    def show_table(self) -> None:
        """Send who sits where and who is online."""
        self.client.send({"table": self._describe_table()})

    def show_picked(self, picked: Picked) -> None:
        """Send the picture and the choices after some words were pressed."""
        perspective = self.perspective()
        self.picked, self.questioned = perspective.settle(picked), ""
        reply: Reply = {}
        self._add_picture(reply, perspective)
        self.client.send(reply)

    def switch_seat(self, seat: Seat | None) -> None:
        """Change the seat whose view is shown: one of the client's own, or none."""
        if seat is not None and seat not in self.client.seats:
            raise Refused("Cette place n’est pas la vôtre.", "That seat is not yours.")
        self.client.view_as(seat, follows=False)
        reply: Reply = {}
        self._add_position(reply, 0)
        self.client.send(reply)

    def show_past(self, before: int) -> None:
        """Send the latest events before a ply."""
        last = min(before, self.session.table.plies)
        past: PastReply = {"first": max(0, last - LATEST)}
        if self.client.feed == "facts":
            past["heard"] = self.session.position.heard(self.client.seat, past["first"], last)
        else:
            past["told"] = self.perspective().log(past["first"], last, self.reader)
        self.client.send({"past": past})

    def show_notes(self) -> None:
        """Send the pencil notes of the client's seat, if they have changed."""
        reply: Reply = {}
        self._add_notes(reply)
        if reply:
            self.client.send(reply)

    def show_evaluation(self) -> None:
        """Send the win probabilities if the client asked for them and may have them: during the game, and if it plays no seat."""
        judged = self.session.advice.evaluation
        if judged is not None and self.session.status == "playing" and self.client.wants_evaluation:
            self.client.send({"outlook": {"ply": judged.ply, "shares": [round(share, 4) for share in judged.shares]}})

    def ask_again(self, seat: Seat, action: Action, ref: Json = None) -> bool:
        """Ask for confirmation of an action that deserves a second thought; return whether it does."""
        thought = self.session.table.second_thought(seat, action)
        if thought is None:
            return False
        if seat == self.client.seat and self._writes:
            self.questioned = action
        self.client.send({"second": {"seat": seat, "action": action, "text": thought[self.client.language], "ref": ref}})
        return True

    def refusal(self) -> Refusal | None:
        """Return why the client's seat may press nothing now, for reasons other than the rules."""
        assert self.client.seat is not None
        try:
            self.session.snapshot().check_playing()
            self.session.check_not_early(self.client.seat)
        except Refused as refused:
            return Refusal("", refused.text)
        return None

    def acting_seat(self) -> Seat | None:
        """Return the client's seat while it may act; None while several seats of one device race."""
        seat = self.client.seat
        waits = self.session.status != "playing" or seat is None or self.session.is_early(seat)
        return None if waits or self._find_race() else seat

    # Parts of messages

    def _describe_table(self) -> TableReply:
        held = self.held
        self.held = Held(held.picture, held.ply, self.session.status, self.session.position.styles, held.scores)
        return describe_table(self.client)

    def _add_position(self, reply: Reply, since: int) -> None:
        """Add the latest events since a ply, and the state of the table."""
        session, position, mine, before = self.session, self.session.position, self.client.seats, self.client.seat
        first = max(since, session.table.plies - LATEST)
        if first > since:
            reply["earlier"] = since = first
        self._choose_seat(mine)
        able = mine if session.timing.window is None else frozenset(seat for seat in mine if not session.is_early(seat))
        reply["turn"] = position.turn(able, self.client.language) if session.status == "playing" else position.no_turn()
        if session.status == "playing" and (pause := find_pause(session)) is not None:
            reply["turn"] = {"to_act": [], "yours": False, "ply": session.table.plies, "text": pause[self.client.language]}
        if self.client.feed == "facts":
            seat = self.client.seat
            reply["heard"] = position.heard(seat, since)
            reply["facts"] = position.facts(seat, seat is None and session.has_faded())
            reply["legal"] = position.legal(self.acting_seat())
        else:
            self._add_scene(reply, since, self.client.seat == before)
        if session.timing.clocks.clock or session.timing.window is not None:
            reply["clock"] = session.timing.json(time.monotonic())
        if session.status == "over":
            reply["outcome"] = describe_outcome(self.client)

    def _add_scene(self, reply: Reply, since: int, same_seat: bool) -> None:
        """Add what people are shown: the events as text, the picture, and what can be pressed."""
        session, position, perspective = self.session, self.session.position, self.perspective()
        reply["turn"]["undo"] = session.snapshot().undo_kind(self.client)
        last = last_ply_of(session.table, self.client.seats)
        reply["turn"]["acted"] = 0 if last is None else last + 1
        if position.chapter is not None:
            reply["chapter"] = {"ply": position.ply, "text": position.chapter[self.client.language]}
        reply["told"] = perspective.log(since, reader=self.reader)
        self.picked = perspective.settle(self.picked if same_seat and self._writes else ())  # a word being typed stays
        self._add_picture(reply, perspective)
        self._add_scores(reply, perspective)
        self._add_notes(reply)

    def _add_picture(self, reply: Reply, perspective: Perspective) -> None:
        """Add the changes of the picture since the one the client holds, and what can be pressed in it."""
        held, age, ply = self.held, self.session.age, self.session.position.ply
        film = perspective.film(self.picked)
        reply["scene"] = perspective.scene_since(film, age, held.picture, held.ply)
        reply["choices"] = choices = perspective.choices(self.picked)
        if thought := self._find_second_thought(perspective.acting):
            choices["open"], choices["action"], choices["second"] = False, self.questioned, thought
        if racing := self._find_race():
            choices["race"] = racing
        self.held = Held(film.at(age), ply, held.status, held.styles, held.scores)

    @property
    def _writes(self) -> bool:
        """Whether the player is typing an action."""
        return self.picked[-1:] == (OWN,)

    def _find_second_thought(self, seat: Seat | None) -> str:
        """Return why a typed action deserves a second thought; "" once it is confirmed or no longer asked."""
        thought = None
        if self.questioned and seat is not None and self._writes:
            with contextlib.suppress(Illegal):
                thought = self.session.table.second_thought(seat, self.questioned)
        if thought is None:
            self.questioned = ""
            return ""
        return thought[self.client.language]

    def _add_scores(self, reply: Reply, perspective: Perspective) -> None:
        scores, held = perspective.scores(), self.held
        if scores is not None and scores != held.scores:
            reply["scores"] = scores
            self.held = Held(held.picture, held.ply, held.status, held.styles, scores)

    def _add_notes(self, reply: Reply) -> None:
        """Add the pencil notes of the client's seat; they are never sent to anybody else."""
        client = self.client
        is_shown = client.seat is not None and client.seat in client.seats and client.feed == "scene"
        jots = self.session.saved.notes[client.seat] if is_shown and client.seat is not None else {}
        if jots != self.shown_notes:
            reply["jots"] = self.shown_notes = dict(jots)

    def _find_race(self) -> RaceReply | None:
        """Return the race between players on this screen, if there is one."""
        client = self.client
        return describe_race(self.session, client.seats, client.language) if client.feed == "scene" and self.session.timing.window else None

    def _choose_seat(self, mine: frozenset[Seat]) -> None:
        """Choose the seat whose view is shown: the only one held, or, in games without secrets, the one to act."""
        if self.client.follows:
            self.client.view_as(self._find_seat(mine), follows=True)

    def _find_seat(self, mine: frozenset[Seat]) -> Seat | None:
        if len(mine) == 1:
            return min(mine)
        if not mine or self.session.table.game.private or self._find_race():
            return None
        return self._choose_next_seat(mine)

    def _choose_next_seat(self, mine: frozenset[Seat]) -> Seat:
        waited = mine & self.session.running
        return min(waited or mine) if waited or self.client.seat is None else self.client.seat
