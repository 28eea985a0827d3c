"""The pace of bots: how long they wait so that people can see what happened."""

import contextlib
import math
from typing import Final

from tableronde.room.base.faults import Faulty, game_code
from tableronde.room.tables.table_session import TableSession
from tableronde.room.workers.worker import WorkerResult
from tableronde.scene import Scene

PACE: Final = {"calm": 1.5, "brisk": 0.6, "now": 0.0}  # seconds between two events while people watch
WATCHED: Final = {"calm": 1.0, "brisk": 0.5, "now": 0.0}  # the part of a film that bots wait for, if it only leads up to the picture
CHAPTER_SECONDS: Final = 8.0  # for people to read how a game of a match ended, before bots continue
PAUSE_GRID: Final = 0.1  # seconds: bots answer on a grid of time, so that their speed reveals nothing about what they know


def compute_wait(session: TableSession, result: WorkerResult, taken: float) -> float:
    """Return the seconds until a bot may play an answer that took `taken` seconds: until people have seen the last event.

    A turn in which nothing can be won is played without delay.
    """
    if session.position.futile:
        return 0.0
    return max(0.0, compute_film_left(session), compute_chapter_left(session), compute_pause(session, result, taken))


def compute_pause(session: TableSession, result: WorkerResult, taken: float) -> float:
    """Return the seconds left of the usual pause, or of the one that the bot asks for."""
    usual = PACE[session.saved.settings.pace] if session.audience.sees_pictures() else 0.0
    step = max(PAUSE_GRID, usual / 2)
    return math.ceil(max(step, usual, result.pause, taken) / step) * step - taken


def compute_film_left(session: TableSession) -> float:
    """Return the seconds left of the last event's film; 0 if nothing can be drawn."""
    if not session.audience.sees_pictures():
        return 0.0
    with contextlib.suppress(Faulty), game_code(session.box):
        scene = session.position.sketch(None, ())
        return _compute_watched_part(session, scene) * scene.lasts - session.age
    return 0.0


def _compute_watched_part(session: TableSession, scene: Scene) -> float:
    """Return the part of a film that bots wait for: all of it if something is shown briefly, or to one player alone."""
    own = (session.position.sketch(seat, ()) for seat in session.audience.online)
    alone = any(len(each.film) > len(scene.film) for each in own)
    return WATCHED[session.saved.settings.pace] if scene.unfolds and not alone else 1.0


def compute_chapter_left(session: TableSession) -> float:
    """Return the seconds left for people to read how a round, or a game of a match, ended."""
    return CHAPTER_SECONDS - session.age if session.audience.sees_pictures() and session.position.chapter else 0.0
