"""A viewer: one connection to a table. It knows what was last sent, and sends only what is new."""

import contextlib
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket

from tableronde.box import Box
from tableronde.game import Action, Illegal, Json, Refusal, Seat, is_open
from tableronde.room.faults import FAULTY, Faulty, game_code
from tableronde.room.limits import Backlog, Bucket, Limits
from tableronde.room.live.outbox import Outbox
from tableronde.room.live.race import race
from tableronde.room.metrics import Metrics
from tableronde.room.packets import Packet
from tableronde.room.pictures import Film, Picture
from tableronde.room.refusals import Refused
from tableronde.room.table.chairs import speaker
from tableronde.room.table.ending import personal, result
from tableronde.room.table.gathering import LATEST, Gathering, Status
from tableronde.room.table.moment import Picked
from tableronde.room.table.news import Asked, Changed, Jotted, Judged, Line, News, Next, Presence, Said, Settled
from tableronde.room.table.phrases import PHRASES
from tableronde.room.table.settings import told
from tableronde.text import Language, Text, join

Feed = Literal["scene", "facts"]
Payload = dict[str, Any]
MOST_MUTED: Final = 100
OWN: Final = "*"  # the word picked by who writes in words of their own
YOU: Final = Text("Vous", "You")


class Held(Struct, frozen=True, eq=False):
    """What a client holds, so that only what is new is sent. Onlookers who were sent the very same share it."""

    picture: Picture | None = None
    ply: int = 0  # of the picture
    status: Status | None = None
    styles: Sequence[str] = ()
    scores: Sequence[float] | None = None


@dataclass(eq=False)
class Viewer:
    """Somebody, or some program, who looks at a table through one socket."""

    socket: WebSocket
    gathering: Gathering
    guest: str
    language: Language
    feed: Feed
    limits: Limits
    metrics: Metrics
    token: str = ""  # of a seat, brought along by a program
    reach: str | None = ""  # how others reach the room: an address, "" for the one the client came by, None if they cannot
    seat: Seat | None = None  # whose eyes it looks through
    follows: bool = True  # whether the room chooses that seat
    name: str = ""
    picked: Picked = ()
    doubted: Action = ""  # an action in its own words about which it was asked whether it is meant
    held: Held = field(default_factory=Held)
    shown_jots: dict[str, str] = field(default_factory=dict)
    muted: set[str] = field(default_factory=set)
    place: str = ""  # where it comes from
    backlog: Backlog = field(default_factory=Backlog)  # what waits on all sockets

    def __post_init__(self) -> None:
        self.bucket = Bucket.full(self.limits.messages_per_second, self.limits.message_burst, time.monotonic())
        self.jot_bucket = Bucket.full(self.limits.jots_per_minute / 60, max(1, self.limits.jots_per_minute / 3), time.monotonic())
        self.outbox = Outbox(self.socket, self.metrics, self.backlog)
        self._see()

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats this viewer may act for; a program's are none where programs do not play."""
        if self._seating != self.gathering.seatings:
            self._see()
        return self._seats

    def _see(self) -> None:
        """See anew who sits where: which seats are its own, and whether it has nothing to do with any, nor an invitation to one."""
        gathering = self.gathering
        chairs = gathering.chairs if self.watches or gathering.settings.programs else ()
        self._seats = frozenset(chair.seat for chair in chairs if chair.kind != "open" and chair.knows(self.guest, self.token))
        self._outside = self.guest not in gathering.insiders and self.token not in gathering.insiders
        self._seating = gathering.seatings
        if self.seat not in self._seats:
            self.seat, self.picked = None, ()

    def invited(self, seat: Seat) -> bool:
        """Whether it knows the link to a chair, or has followed it."""
        return self.gathering.chairs[seat].knows(self.guest, self.token)

    @property
    def watches(self) -> bool:
        """Whether it shows pictures, to people who want to see things happen."""
        return self.feed == "scene"

    @property
    def wonders(self) -> bool:
        """Whether it wants to know who is likely to win, and may: never who holds a seat of this game, is invited to one, or held one."""
        return self in self.gathering.curious and not self._plays()

    def _plays(self) -> bool:
        """Whether it has anything to do with a seat of this game, in whatever view or tab."""
        gathering = self.gathering
        return any(self.invited(chair.seat) for chair in gathering.chairs) or any(self.guest in one.guests for one in gathering.former)

    def hear(self, news: News) -> None:
        """Send on what has happened at the table; to an onlooker who holds the same as another the very same packet."""
        if self._seating != self.gathering.seatings:
            self._see()
        if not self._outside or self.shown_jots or not isinstance(news, (Changed, Presence)):
            return self._tell(news)
        shared = self.gathering.shared
        told = shared.get(self.held) or shared.get(like := self._likeness())
        if told is not None:
            packet, self.held = told
            return self.outbox.put(packet)
        before, sent = self.held, self.outbox.count
        self._tell(news)
        if self.outbox.count == sent + 1:
            shared[before] = shared[like] = self.outbox.latest, self.held

    def _likeness(self) -> Hashable:
        """As what an onlooker looks on, and what it holds."""
        held = self.held
        return self.language, self.feed, self.reach, held.status, id(held.picture), held.ply, *held.styles, *(held.scores or ())

    def _tell(self, news: News) -> None:
        """Work out what there is to say; if the game's code fails over it, say so."""
        try:
            with game_code(self.gathering.box):
                self._hear(news)
        except Faulty:
            self.show_fault(self._ref(news))

    def _ref(self, news: News) -> Any:
        """What this viewer calls that which has happened, if it did it."""
        return news.cause.ref if isinstance(news, Changed) and news.cause is not None and news.cause.who is self else None

    def _hear(self, news: News) -> None:
        match news:
            case Changed() if self.gathering.faulty:
                self.show_fault(self._ref(news))
            case Changed(since):
                self.show(since, self._ref(news))
            case Presence():
                self.show_table()
            case Asked(ask):
                self.send({"ask": ask.json(self)})
            case Settled(ask, yes):
                self.send({"ask": {"id": ask.id, "what": ask.what, "by": ask.by, "closed": True, "yes": yes}})
            case Said(line):
                self.say(line)
            case Jotted():
                self.show_jots()
            case Judged():
                self.show_outlook()
            case Next(id):
                self.send({"next": {"url": f"/t/{id}"}})

    # What it is shown

    def open(self, since: int) -> None:
        """Everything, at the beginning: who is there, the events from `since` on, the chat, the picture."""
        if self.seat not in self.seats:
            self.seat = None
        try:
            with game_code(self.gathering.box):
                self._open(since)
        except Faulty:
            self.show_fault()
        for line in self.gathering.lines:
            self.say(line)
        for ask in self.gathering.asks.values():
            self.hear(Asked(ask))
        if self.gathering.next:
            self.hear(Next(self.gathering.next))

    def _open(self, since: int) -> None:
        if self.gathering.faulty:
            return self.show_fault()
        payload: Payload = {"table": self.table_json()}
        self._add_moment(payload, max(0, min(since, self.gathering.table.plies)))
        self.send(payload)

    def show(self, since: int | None, ref: Any = None) -> None:
        """What has changed: the events since a ply, or (None) who sits where."""
        payload: Payload = {} if ref is None else {"ok": ref}
        plies = self.gathering.table.plies
        if since is None or self.gathering.status != self.held.status or self.gathering.moment.styles != self.held.styles:
            payload["table"] = self.table_json()
        if since is not None and since == plies:
            payload["back"] = plies
        self._add_moment(payload, plies if since is None else since)
        self.send(payload)

    def show_fault(self, ref: Any = None) -> None:
        """The game's code has failed: nobody is waited for, and there is no picture until it is well again."""
        text = FAULTY[self.language]
        payload: Payload = {} if ref is None else {"ok": ref}
        with contextlib.suppress(Faulty), game_code(self.gathering.box):
            payload["table"] = self.table_json()
        self.held = msgspec.structs.replace(self.held, picture=None)
        turn = {"to_act": [], "yours": False, "ply": self.gathering.table.plies, "text": text}
        self.send({**payload, "turn": turn, "fault": text})

    def show_picked(self, picked: Picked) -> None:
        """The picture and the choices after some words were pressed."""
        self.picked, self.doubted = self.gathering.moment.settle(self._acting_seat(), picked), ""
        payload: Payload = {}
        self._add_picture(payload)
        self.send(payload)

    def doubt(self, seat: Seat, action: Action, ref: Any = None) -> bool:
        """Ask once more before an action that deserves it; whether it does."""
        thought = self.gathering.table.second_thought(seat, action)
        if thought is None:
            return False
        if seat == self.seat and self._writes:
            self.doubted = action
        self.send({"second": {"seat": seat, "action": action, "text": thought[self.language], "ref": ref}})
        return True

    def press(self, picked: Picked, word: str, hold: bool) -> Action | None:
        """A word is pressed: the action to be made of it at once, or None, and what is picked now, or why not, is shown."""
        moment, seat = self.gathering.moment, self._acting_seat()
        words = None if seat is None else moment.press(seat, picked, word)
        if words is None:
            self.explain(picked, word)
            return None
        action = moment.action(seat, words)
        if action is not None and not (hold or is_open(action) or moment.choices(seat, words, self.language).get("second")):
            return action
        self.show_picked(words)
        return None

    def rotate(self, picked: Picked, by: int) -> None:
        """What is held is turned."""
        moment, seat = self.gathering.moment, self._acting_seat()
        if seat is not None:
            self.show_picked(moment.rotated(seat, moment.settle(seat, picked), by))

    def explain(self, picked: Picked, word: str) -> None:
        """Why a word cannot be pressed, the clause that says so, and what can be pressed there instead."""
        if self.seat is None:
            return
        gathering, moment = self.gathering, self.gathering.moment
        settled = moment.settle(self._acting_seat(), picked)
        try:
            gathering.must_be_playing()
            gathering.must_not_be_early(self.seat)
            refusal = gathering.table.why_not_press(self.seat, (*settled, word))
        except Refused as refused:
            refusal = Refusal("", refused.text)
        possible = [offer["word"] for offer in moment.choices(self._acting_seat(), settled, self.language)["offers"]]
        self.send({"why": {"word": word, **refusal_json(refusal, gathering.box, self.language), "possible": possible}})

    def preview(self, picked: Picked) -> None:
        """What it would look like if an action were made of these words; nothing if they make none."""
        seat, moment = self._acting_seat(), self.gathering.moment
        if self.held.picture is None or moment.action(seat, picked) is None:
            return
        picture = moment.film(seat, picked, self.language).at(self.gathering.age)
        self.send({"preview": {"picked": picked, **picture.since(self.held.picture)}})

    def recall(self, ply: int) -> None:
        """An earlier moment as the seat it looks through saw it, once everything had come to rest: what only flashed by stays gone."""
        table = self.gathering.table
        then = table.at(min(ply, table.plies))
        scene = then.draw(self.seat).named(table.names)
        told = [text.named(table.names)[self.language] for text in then.tale(self.seat, max(0, then.plies - 1))]
        picture = Film.of(scene, self.language).at(inf)
        self.send({"recall": {"ply": then.plies, "plies": table.plies, "scene": {**picture.whole(), "seat": self.seat}, "told": told}})

    def recount(self, before: int) -> None:
        """The events before a ply, the latest of them."""
        last = min(before, self.gathering.table.plies)
        first, moment = max(0, last - LATEST), self.gathering.moment
        if self.feed == "facts":
            self.send({"past": {"first": first, "heard": moment.heard(self.seat, first, last)}})
        else:
            self.send({"past": {"first": first, "told": moment.told(self.seat, first, self.language, last)}})

    def show_jots(self) -> None:
        """The pencil marks of the seat it looks through, if they have changed."""
        payload: Payload = {}
        self._add_jots(payload)
        if payload:
            self.send(payload)

    def wonder(self, yes: bool) -> None:
        """From now on it wants to know who is likely to win, or no longer."""
        (self.gathering.curious.add if yes else self.gathering.curious.discard)(self)
        self.show_outlook()
        self.gathering.look()

    def show_outlook(self) -> None:
        """Who is likely to win, if it wants to know and may: while the game goes on, and as far as those who look on may hear it."""
        judged = self.gathering.judged
        if judged is not None and self.gathering.status == "playing" and self.wonders:
            self.send({"outlook": {"ply": judged.ply, "shares": [round(share, 4) for share in judged.shares]}})

    def show_table(self) -> None:
        """Who sits where, and who is there."""
        self.send({"table": self.table_json()})

    def look(self, seat: Seat | None) -> None:
        """Look through another seat's eyes: one of its own, or none."""
        if seat is not None and seat not in self.seats:
            raise Refused("Cette place n’est pas la vôtre.", "That seat is not yours.")
        self.seat, self.follows = seat, False
        payload: Payload = {}
        self._add_moment(payload, 0)
        self.send(payload)

    def say(self, line: Line) -> None:
        """A line of chat, unless its speaker is muted."""
        if line.who not in self.muted:
            text = line.fr if self.language == "fr" else line.en
            ply = {} if line.ply is None else {"ply": line.ply}
            self.send({"chat": {"seat": line.seat, "who": line.who, "name": line.name, "text": text, "at": line.at, **ply}})

    def mute(self, who: str, yes: bool) -> None:
        """Hear no more of somebody, or again."""
        if yes and len(self.muted) < MOST_MUTED:
            self.muted.add(who)
        if not yes:
            self.muted.discard(who)

    def error(self, text: Text, ref: Any = None) -> None:
        """Something that cannot be done."""
        self.send({"error": text[self.language]} if ref is None else {"error": text[self.language], "ref": ref})

    # How it is sent

    def send(self, payload: Payload) -> None:
        """Put a message on its way."""
        self.outbox.put(Packet(payload))

    def close(self, code: int = 1001) -> None:
        """Send nothing more, and hang up for that reason."""
        self.gathering.curious.discard(self)
        self.outbox.code = code
        self.outbox.close()

    # What it is made of

    def table_json(self) -> Payload:
        """Who sits where, as this viewer may know it."""
        gathering, game, mine = self.gathering, self.gathering.table.game, self.seats
        self.held = msgspec.structs.replace(self.held, status=gathering.status, styles=gathering.moment.styles)
        return {
            "id": gathering.id,
            "game": game.slug,
            "title": gathering.box.title[self.language],
            "players": game.seats,
            "options": gathering.options,
            "private": game.private,
            "status": gathering.status,
            "seats": [self._seat_json(seat, mine) for seat in range(game.seats)],
            "host": gathering.host == self.guest,
            "chat": gathering.settings.chat,
            "phrases": [phrase[self.language] for phrase in PHRASES],
            "levels": gathering.levels,
            "suggested": gathering.suggested,
            "clock": gathering.settings.clock,
            "friendly": gathering.settings.friendly,
            "programs": gathering.settings.programs,
            "research": gathering.settings.research,
            "house": join([text for text in (gathering.box.house_rules(game.options), told(gathering.settings)) if text.en])[self.language],
            "rules": f"/rules/{game.slug}" if gathering.box.has_rulebook else None,
            "watchers": gathering.watchers,
            "reach": self.reach,
            "goal": gathering.box.goal[self.language],
            "previews": True,
        }

    def _seat_json(self, seat: Seat, mine: frozenset[Seat]) -> Payload:
        chair = self.gathering.chairs[seat]
        name = self._name(seat, mine)
        value: Payload = {
            "seat": seat,
            "kind": chair.kind,
            "name": name[self.language],
            "level": chair.level if chair.kind == "bot" else "",
            "online": seat in self.gathering.online,
            "yours": seat in mine or self.invited(seat),
            "style": self.gathering.moment.styles[seat],
            "who": [speaker(self.gathering.id, guest) for guest in sorted(chair.holders)],
        }
        if name is YOU:
            value["told"] = self.gathering.table.names[seat][self.language]  # log and captions call everybody by a name
        if value["yours"] or (chair.kind == "open" and self.gathering.host == self.guest):
            value["link"] = f"/t/{self.gathering.id}/seat/{chair.token}"
        return value

    def _name(self, seat: Seat, mine: frozenset[Seat]) -> Text:
        """What the player there is called; who gave no name is nobody but "you" to oneself."""
        chair = self.gathering.chairs[seat]
        nameless = chair.kind == "person" and not chair.name and mine == {seat}
        return YOU if nameless else self.gathering.table.names[seat]

    def _add_moment(self, payload: Payload, since: int) -> None:
        """The events since a ply, at most the latest, and what has become of the table."""
        gathering, moment = self.gathering, self.gathering.moment
        first = max(since, gathering.table.plies - LATEST)
        if first > since:
            payload["earlier"] = since = first
        mine, before = self.seats, self.seat
        self._choose_seat(mine)
        able = mine if gathering.window is None else frozenset(seat for seat in mine if not gathering.is_early(seat))
        payload["turn"] = moment.turn(able, self.language) if gathering.status == "playing" else moment.no_turn()
        if self.feed == "facts":
            payload["heard"] = moment.heard(self.seat, since)
            payload["facts"] = moment.facts(self.seat, self.seat is None and gathering.has_faded())
            payload["legal"] = moment.legal(self._acting_seat())
        else:
            payload["turn"]["undo"] = gathering.undo_kind(self)
            last = gathering.undo_ply(mine)
            payload["turn"]["acted"] = 0 if last is None else last + 1
            if moment.chapter is not None:
                payload["chapter"] = {"ply": moment.ply, "text": moment.chapter[self.language]}
            payload["told"] = moment.told(self.seat, since, self.language)
            writing = self.seat == before and self._writes  # a word being written stays while others act
            self.picked = moment.settle(self._acting_seat(), self.picked if writing else ())
            self._add_picture(payload)
            self._add_scores(payload)
            self._add_jots(payload)
        if gathering.settings.clock or gathering.window is not None:
            payload["clock"] = gathering.clock_json()
        if gathering.status == "over":
            payload["outcome"] = self._outcome_json()

    def _add_picture(self, payload: Payload) -> None:
        """The picture, as far as the client does not hold it yet, and what can be pressed in it."""
        moment, acting, age = self.gathering.moment, self._acting_seat(), self.gathering.age
        film = moment.film(self.seat, None if acting is None else self.picked, self.language)
        payload["scene"] = {**film.message(age, self.held.picture), "seat": self.seat, "ply": moment.ply, "base": self.held.ply}
        payload["scene"]["last"] = moment.trace(self.seat)
        payload["choices"] = {**moment.choices(acting, self.picked, self.language), **self._question()}
        if racing := self._race():
            payload["choices"]["race"] = racing
        self.held = msgspec.structs.replace(self.held, picture=film.at(age), ply=moment.ply)

    @property
    def _writes(self) -> bool:
        """Whether it writes an action in words of its own."""
        return self.picked[-1:] == (OWN,)

    def _question(self) -> Payload:
        """The question whether an action is meant, as it is put by now; nothing once it has been answered, or is none any more."""
        seat, thought = self._acting_seat(), None
        if self.doubted and seat is not None and self._writes:
            with contextlib.suppress(Illegal):
                thought = self.gathering.table.second_thought(seat, self.doubted)
        if thought is None:
            self.doubted = ""
            return {}
        return {"open": False, "action": self.doubted, "second": thought[self.language]}

    def _add_scores(self, payload: Payload) -> None:
        scores = self.gathering.moment.scores(self.seat)
        if scores is not None and scores != self.held.scores:
            payload["scores"] = scores
            self.held = msgspec.structs.replace(self.held, scores=scores)

    def _add_jots(self, payload: Payload) -> None:
        """What is written by hand in the seat it looks through; nobody else is ever sent it."""
        jots = self.gathering.jots.get(self.seat, {}) if self.seat in self.seats and self.feed == "scene" else {}
        if jots != self.shown_jots:
            payload["jots"] = self.shown_jots = dict(jots)

    def _acting_seat(self) -> Seat | None:
        """The seat it looks through, while that may act; where several seats of one device race, nobody looks through one of them."""
        waits = self.gathering.status != "playing" or self.seat is None or self.gathering.is_early(self.seat)
        return None if waits or self._race() else self.seat

    def _race(self) -> Json:
        """The race that several people run at this screen, if they do."""
        return race(self.gathering, self.seats, self.language) if self.feed == "scene" and self.gathering.window else None

    def _choose_seat(self, mine: frozenset[Seat]) -> None:
        """Where the room chooses whose eyes to look through: the only seat held, or, without secrets, the one to act."""
        if not self.follows:
            return
        if len(mine) == 1:
            [self.seat] = mine
        elif mine and not self.gathering.table.game.private:
            self.seat = None if self._race() else self._next_seat(mine)
        else:
            self.seat = None

    def _next_seat(self, mine: frozenset[Seat]) -> Seat:
        waited = mine & self.gathering.running
        return min(waited or mine) if waited or self.seat is None else self.seat

    def _outcome_json(self) -> Payload:
        outcome = self.gathering.outcome
        assert outcome is not None
        return {
            "winners": outcome.winners,
            "scores": outcome.scores,
            "reason": outcome.reason,
            "text": result(self.gathering)[self.language],
            **({"personal": personal(self.gathering, self._people())[self.language]} if self.watches else {}),
        }

    def _people(self) -> frozenset[Seat]:
        """The seats of its own that it plays itself."""
        return frozenset(seat for seat in self.seats if self.gathering.chairs[seat].kind == "person")


def refusal_json(refusal: Refusal, box: Box, language: Language) -> Payload:
    """Why the rules say no, with a link to the clause where the rules can be read."""
    page = f"/rules/{box.slug}" if box.has_rulebook else None
    return {
        "clause": refusal.clause,
        "text": refusal.text[language],
        "link": f"{page}#{refusal.clause}" if page and refusal.clause else page,
    }
