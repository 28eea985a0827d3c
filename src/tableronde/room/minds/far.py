"""Thinking on other machines: a crew that first asks whoever thinks for a room, and thinks itself if nobody does."""

import logging
from collections.abc import Mapping
from typing import Final

from tableronde.box import Box
from tableronde.room.bus import Bus, Nobody
from tableronde.room.minds.crew import Crew
from tableronde.room.minds.mind import Answer, Asked, Question, Wonder
from tableronde.room.minds.parcel import Unfit, unwrap, unwrap_answer, wrap, wrap_answer
from tableronde.shelf import Shelf

MINDS: Final = "tableronde.minds"
GRACE: Final = 4.0  # seconds beyond the thinking time before nobody is waited for any longer
AHEAD: Final = 3  # questions for each worker that are taken before others are asked
log: Final = logging.getLogger("tableronde.room")


class FarCrew(Crew):
    """A node's crew: its own workers think only what nobody else does."""

    def __init__(self, bus: Bus, boxes: Mapping[str, Box], names: Mapping[str, str], count: int | None = None) -> None:
        super().__init__() if count is None else super().__init__(count)
        self.bus = bus
        self.asked_far = self.answered_far = 0
        self._editions = {names[slug]: (slug, box.game_type.edition) for slug, box in boxes.items()}

    def gauges(self) -> dict[str, int]:
        """What others were asked, and what they answered."""
        return {**super().gauges(), "minds_asked": self.asked_far, "minds_answered": self.answered_far}

    async def _ask(self, asked: Asked, question: Question, share: str) -> Answer | None:
        """The answer of whoever is asked first, elsewhere or here."""
        answer = await self._ask_far(asked, question, share)
        return await super()._ask(asked, question, share) if answer is None else answer

    async def _ask_far(self, asked: Asked, question: Question, share: str) -> Answer | None:
        if self.closed or not self.bus.is_up:
            return None
        self.asked_far += 1
        try:
            data = wrap(asked, *self._editions[question.game], share)
            answer = unwrap_answer(await self.bus.ask(MINDS, data, question.seconds + GRACE), asked)
        except (Unfit, Nobody):
            return None
        self.answered_far += answer is not None
        return answer


class Minds:
    """The other side: it thinks for any room that asks, about the games on its own shelf."""

    def __init__(self, bus: Bus, crew: Crew, shelf: Shelf) -> None:
        self.bus, self.crew, self.shelf = bus, crew, shelf
        self.busy = 0
        self.answered = 0
        self.leaving = False

    async def open(self) -> None:
        """Begin to take questions."""
        await self.bus.open(lambda: None)
        await self.bus.answer(MINDS, "minds", self.answer)

    async def answer(self, data: bytes) -> bytes | None:
        """Think; None if there is too much to do, or the question is none for this machine: then somebody else is asked."""
        if self.leaving or self.busy >= AHEAD * self.crew.count:
            return None
        self.busy += 1
        try:
            asked, share = unwrap(data, self.shelf)
            if isinstance(asked, Wonder) and self.busy > self.crew.count:
                return None  # what has time takes no place of what has none
            question = asked if isinstance(asked, Question) else asked.question
            answer = await self.crew._ask(asked, question, share)
            self.answered += 1
            return wrap_answer(answer)
        except (Unfit, LookupError) as error:
            log.warning("a question cannot be answered here", extra={"fault": str(error)})
            return None
        finally:
            self.busy -= 1
