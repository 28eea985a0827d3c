"""Play in the terminal: on one keyboard, against bots, or both. It knows no game; everything comes from the box."""

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Final

from tableronde import arena, touch
from tableronde.bots import Bot
from tableronde.bots.words import improvised
from tableronde.game import CHANCE, Action, Actor, Illegal, Refusal, Seat, is_open
from tableronde.outcomes import sentence
from tableronde.paint.text import paint
from tableronde.review import wording
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Language, Text
from tableronde.theme import THEMES, Theme

HELP: Final = Text(
    """Répondez par le numéro d’un choix, ou écrivez le coup lui-même. Et aussi :
  2: ACTION       jouer pour le joueur 2 (quand ce n’est pas son tour mais qu’il peut agir)
  retour          reprendre le dernier choix fait sur le plateau
  annuler         reprendre votre dernier coup
  pourquoi ACTION pourquoi ce coup n’est-il pas permis ?
  conseil         ce qu’un robot jouerait
  liste           tous les coups permis, tels qu’on les écrit
  voir NUMÉRO     montrer une autre partie du tableau (son numéro est au-dessus)
  suite           les choix suivants, s’ils ne tiennent pas tous
  journal         ce qui s’est passé
  règles          les règles du jeu
  sauver FICHIER  garder la partie
  quitter         partir (la partie est gardée)""",
    """Answer with the number of a choice, or type the move itself. And also:
  2: ACTION       act for player 2 (when it is not their turn but they may act)
  back            take back the last choice made on the board
  undo            take back your last move
  why ACTION      why is that move not allowed?
  hint            what a bot would play
  list            all legal moves, as they are typed
  show NUMBER     show another part of the picture (its number stands above it)
  more            the next choices, if there is no room for all
  log             what has happened
  rules           the rules of the game
  save FILE       keep the game
  quit            leave (the game is kept)""",
)
Choices = Mapping[str, str]  # what is typed for each choice, and the choice in words

YES: Final = ("oui", "o", "yes", "y")
WORDS: Final = {
    "help": ("help", "aide", "?"),
    "back": ("back", "retour"),
    "undo": ("undo", "annuler"),
    "why": ("why", "pourquoi"),
    "hint": ("hint", "conseil"),
    "list": ("list", "liste"),
    "show": ("show", "voir"),
    "more": ("more", "suite"),
    "log": ("log", "journal", "histoire"),
    "rules": ("rules", "regles", "règles"),
    "save": ("save", "sauver"),
    "quit": ("quit", "quitter", "exit"),
}


@dataclass(frozen=True)
class Screen:
    """Where to read and write, and how."""

    read: Callable[[str], str]  # a prompt to an answer; EOFError or KeyboardInterrupt to leave
    write: Callable[[str], None]
    language: Language = "en"
    theme: Theme = THEMES["dark"]
    coloured: bool = True
    columns: int = 0  # 0: as many as the terminal has at that moment
    lines: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines there are now. The last column stays free: some terminals break the line there."""
        now = shutil.get_terminal_size((80, 24))
        return self.columns or max(20, now.columns - 1), self.lines or max(8, now.lines)

    def say(self, fr: str, en: str) -> None:
        self.write(Text(fr, en)[self.language])


class Leave(Exception):
    """The players want to go."""


def _cut(line: str, columns: int) -> str:
    """A line that fits the window."""
    return line if len(line) <= columns else f"{line[: columns - 1].rstrip()}…"


def numbered(choices: Iterable[str]) -> Choices:
    """Choices in a list, counted from 1."""
    return {str(i): choice for i, choice in enumerate(choices, 1)}


def _choice(word: str, text: str) -> str:
    """A word as a choice in the list: itself, and what the picture says of it."""
    return text if word in text or word == "*" else f"{word}  {text}"


class Session:
    """A table in the terminal: some seats are played by bots, the others by whoever is at the keyboard."""

    def __init__(self, table: Table, bots: Mapping[Seat, Bot], screen: Screen, rng: Random, adviser: Callable[[Seat], Bot]) -> None:
        self.table, self.bots, self.screen, self.rng, self.adviser = table, bots, screen, rng, adviser
        self.told = table.plies
        self.shown: Seat | None = None  # whom the curtain was last opened for
        self.drawn: object = None  # what the last picture showed
        self.listed: object = None  # what the last list offered
        self.chosen = ""  # the area to be seen of those that share a place

    def run(self) -> None:
        """Play until the end; Leave if the players go before."""
        while self.table.legal():
            self._tell()
            self._step()
        self._tell()
        self._draw(None, ())
        self._conclude()

    def _conclude(self) -> None:
        """Say who has won, and why."""
        if outcome := self.table.outcome:
            said = sentence(outcome.winners, self.table.names, self.table.reason(outcome))
            self.screen.write(said[self.screen.language])

    def _step(self) -> None:
        """The next event: a bot that speaks up, chance, a person, or a bot whose turn it is."""
        waited = self.table.to_act()
        people = [actor for actor in waited if actor != CHANCE and actor not in self.bots]
        if self._bots_speak([actor for actor in self.table.legal() if actor not in waited]):
            return
        if CHANCE in waited:
            self.table.play(*arena.roll(self.table, self.rng))
        elif people:
            self._ask(people)
        elif not self._bots_speak(self.rng.sample(waited, len(waited))):
            self._improvise(waited[0])

    def _improvise(self, actor: Actor) -> None:
        """Something for a bot that has nothing to say though the table waits for it."""
        action = improvised(self.table, actor, self.rng)
        if action is None:
            raise ValueError(f"no bot finds a word that {self.table.game.slug} takes")
        self.table.play(actor, action)

    def _bots_speak(self, actors: Sequence[Actor]) -> bool:
        """The first of these bots that wants to act does."""
        for seat in actors:
            action = self._advice(self.bots[seat], seat) if seat != CHANCE and seat in self.bots else None
            if action is not None:
                self.table.play(seat, action)
                return True
        return False

    def _advice(self, bot: Bot, seat: Seat) -> Action | None:
        return bot.choose(self.table.view(seat), self.table.heard(seat), self.table.legal()[seat])

    def _ask(self, people: list[Seat]) -> None:
        """Let the people at the keyboard act; several at once race for it, or choose one after the other if others may not look on."""
        if len(people) > 1 and self._may_race(people):
            self._draw(None, ())
            self._race(people)
        else:
            self._curtain(people[0])
            self._choose(people[0])

    def _may_race(self, people: list[Seat]) -> bool:
        """Whether all of them may read what each can do: nobody's choice is sealed, and nobody's actions tell what only they know."""
        legal = self.table.legal()
        alike = all(list(legal[seat]) == list(legal[people[0]]) for seat in people)
        return not self._is_sealed() and (alike or not self.table.game.private)

    def _is_sealed(self) -> bool:
        return self.table.game.sealed(self.table.state)

    def _race(self, people: list[Seat]) -> None:
        events = [(seat, action) for seat in people for action in self.table.legal()[seat]]
        lines = [f"{self._name(seat)}: {self._label(action)}" for seat, action in events]
        answer = self._number_or_words(numbered(lines), None)
        if isinstance(answer, int):
            seat, action = events[answer]
            self._play(seat, self._completed(action))
        else:
            self._command(answer, people[0])

    def _choose(self, seat: Seat) -> None:
        """Walk down the touch tree of a seat, word by word, to an action."""
        picked: touch.Picked = ()
        before = self.table.plies
        while self.table.plies == before:
            tree = self.table.touch(seat)
            picked = touch.settle(tree, picked) if picked else picked
            node = touch.follow(tree, picked)
            if isinstance(node, str):
                return self._play(seat, self._completed(node))
            picked = self._pick(seat, picked, list(node))

    def _pick(self, seat: Seat, picked: touch.Picked, words: list[str]) -> touch.Picked:
        """The words picked after one more answer."""
        words, choices = self._list(seat, picked, words)
        self._draw(seat, picked, words, len(self._page(choices, 0)))
        answer = self._number_or_words(choices, (seat, picked))
        if isinstance(answer, int):
            return (*picked, words[answer])
        if answer in words:
            return (*picked, answer)
        if answer.lower() in WORDS["back"]:
            return picked[:-1]
        self._command(answer, seat)
        return picked

    def _number_or_words(self, choices: Choices, whose: object) -> int | str:
        """One of the numbered choices, by its place, or something else that was typed. The same choices are not listed twice."""
        page = 0
        if self.listed != (self.table.plies, whose):
            self.screen.write("\n".join(self._page(choices, page)))
        self.listed = self.table.plies, whose
        while not (answer := self.screen.read("> ").strip()) or answer.lower() in WORDS["more"]:
            page += bool(answer)
            if answer:
                self.screen.write("\n".join(self._page(choices, page)))
        number = answer.lstrip("0")
        return list(choices).index(number) if number in choices else answer

    def _page(self, choices: Choices, page: int) -> list[str]:
        """The numbered choices, in columns; at most a third of the screen at a time, then comes the next page, and the first again."""
        columns, lines = self.screen.size
        listed = [_cut(f"{number:>3}  {choice}", columns) for number, choice in choices.items()]
        rows, room = in_columns(listed, columns).splitlines(), max(3, lines // 3)
        if len(rows) <= room:
            return rows
        each = (room - 1) * (len(listed) // len(rows) + bool(len(listed) % len(rows)))
        start = page % -(-len(listed) // each) * each
        shown = in_columns(listed[start : start + each], columns).splitlines()
        hint = Text(
            f"     {start + 1} à {min(start + each, len(listed))} sur {len(listed)} ; « suite » montre les autres",
            f"     {start + 1} to {min(start + each, len(listed))} of {len(listed)}; “more” shows the others",
        )
        return [*shown, hint[self.screen.language]]

    def _show(self, number: str) -> None:
        """Bring another area up where several share a place."""
        areas = self.table.scene(self.shown if self.shown not in self.bots else None).areas
        if number.isdecimal() and 0 < int(number) <= len(areas):
            self.chosen, self.drawn, self.listed = areas[int(number) - 1].id, None, None

    def _command(self, answer: str, seat: Seat) -> None:
        """Anything that is not a choice on the board: a command, or an action typed in full."""
        word, _, rest = answer.partition(" ")
        match next((name for name, words in WORDS.items() if word.lower() in words), ""):
            case "help":
                self.screen.write(HELP[self.screen.language])
            case "undo":
                self._undo()
            case "why":
                self._explain(self.table.why_not(seat, rest))
            case "hint":
                self._hint(seat)
            case "list":
                self.screen.write("  ".join(self.table.legal()[seat]))
            case "show":
                self._show(rest.strip())
            case "log":
                self.told = 0
                self._tell()
            case "rules":
                self.screen.write(self.table.box.rulebook(self.screen.language))
            case "save":
                self._save(rest)
            case "quit":
                raise Leave
            case _:
                self._play(*self._typed(answer, seat))

    def _typed(self, answer: str, seat: Seat) -> tuple[Seat, Action]:
        """An action typed in full, perhaps for another player, counted from 1: "2: slap"."""
        player, colon, action = answer.partition(":")
        other = int(player) - 1 if colon and player.strip().isdecimal() else -1
        mine = other in self.bots or not 0 <= other < self.table.game.seats
        return (seat, answer) if mine else (other, action.strip())

    def _play(self, seat: Seat, action: Action) -> None:
        try:
            if self._is_sure(seat, action):
                self.table.play(seat, action)
        except Illegal as illegal:
            self._explain(illegal.refusal)

    def _is_sure(self, seat: Seat, action: Action) -> bool:
        """Whether an action that deserves a second thought is meant all the same."""
        thought = self.table.second_thought(seat, action)
        if thought is None:
            return True
        self.screen.write(thought[self.screen.language])
        asked = Text("Vraiment ? (oui / non) ", "Really? (yes / no) ")[self.screen.language]
        return self.screen.read(asked).strip().lower() in YES

    def _completed(self, action: Action) -> Action:
        if not is_open(action):
            return action
        return action[:-1] + self.screen.read(f"{self._label(action[:-2])} > ").strip()

    def _explain(self, refusal: Refusal | None) -> None:
        if refusal is None:
            self.screen.say("Ce coup est permis.", "That move is allowed.")
        else:
            clause = f" [{refusal.clause}]" if refusal.clause else ""
            self.screen.write(fill(refusal.text[self.screen.language] + clause, self.screen.size[0]))
            self.screen.say("(« aide » dit ce que l’on peut écrire)", "(“help” says what you can type)")

    def _undo(self) -> None:
        """Back to before the last event of somebody at the keyboard."""
        mine = [i for i, event in enumerate(self.table.events) if event.actor != CHANCE and event.actor not in self.bots]
        if not mine:
            return self.screen.say("Il n’y a rien à reprendre.", "There is nothing to take back.")
        while self.table.plies > mine[-1]:
            self.table.undo()
        self.told, self.drawn, self.listed = self.table.plies, None, None

    def _hint(self, seat: Seat) -> None:
        action = self._advice(self.adviser(seat), seat) or ""
        said, typed = wording(self.table, seat, action), f" ({action})" if action else ""
        self.screen.say(f"Un robot jouerait : {said.fr}{typed}", f"A bot would play: {said.en}{typed}")

    def _save(self, name: str) -> None:
        if not name:
            return self.screen.say("Dites dans quel fichier : sauver partie.json", "Say in which file: save game.json")
        try:
            save(self.table, Path(name).expanduser())
        except OSError as error:
            return self.screen.say(f"Impossible d’écrire {name} : {error.strerror}.", f"Cannot write {name}: {error.strerror}.")
        self.screen.say(f"La partie est gardée dans {name}.", f"The game is kept in {name}.")

    def _curtain(self, seat: Seat) -> None:
        """Where seats know different things, or choose in secret, the keyboard changes hands behind a curtain."""
        people = [player for player in range(self.table.game.seats) if player not in self.bots]
        if (self.table.game.private or self._is_sealed()) and len(people) > 1 and self.shown != seat:
            self.screen.write("\n" * self.screen.size[1])
            name = self._name(seat)
            self.screen.read(
                Text(f"Passez le clavier à {name}, puis Entrée. ", f"Hand the keyboard to {name}, then Enter. ")[self.screen.language]
            )
        self.shown = seat

    def _draw(self, seat: Seat | None, picked: touch.Picked, offers: Sequence[str] = (), below: int = 0) -> None:
        """The picture, unless it is the one on the screen already. It leaves room for so many lines below it, and the prompt."""
        if self.drawn == (self.table.plies, seat, picked):
            return
        self.drawn = self.table.plies, seat, picked
        screen, scene = self.screen, self._scene(seat, picked)
        columns, lines = screen.size
        size = columns, max(4, lines - below - 1)
        looks = self.table.box.looks
        self.screen.write(paint(scene, looks, screen.theme, screen.language, *size, screen.coloured, seat, self.chosen, offers))

    def _scene(self, seat: Seat | None, picked: touch.Picked) -> Scene:
        return self.table.scene(seat, picked).named(self.table.names)

    def _tell(self) -> None:
        """What happened since the last look, as those at the keyboard may know it."""
        people = [seat for seat in range(self.table.game.seats) if seat not in self.bots]
        ear = people[0] if len(people) == 1 else None
        for text in self.table.tale(ear, self.told):
            self.screen.write("· " + text.named(self.table.names)[self.screen.language])
        self.told = self.table.plies

    def _list(self, seat: Seat, picked: touch.Picked, words: list[str]) -> tuple[list[str], Choices]:
        """Words and their choices: what has a number on the table is chosen by it, in that order; anything else by its place."""
        called = {word: self.table.called(seat, picked, word)[self.screen.language] for word in words}
        if all(word.isdecimal() and re.search(rf"\b{word}\b", text) for word, text in called.items()):
            words = sorted(words, key=int)
            return words, {word: called[word] for word in words}
        return words, numbered(_choice(word, text) for word, text in called.items())

    def _label(self, action: Action) -> str:
        return self.table.box.label(action, ())[self.screen.language]

    def _name(self, seat: Seat) -> str:
        return self.table.names[seat][self.screen.language]


def in_columns(lines: Sequence[str], width: int) -> str:
    """Short lines beside each other, as many as fit, read downwards; a handful stays a list."""
    across = max(1, width // (max(map(len, lines)) + 2)) if len(lines) > 8 else 1
    down = -(-len(lines) // across)
    rows = [lines[i::down] for i in range(down)]
    return "\n".join("  ".join(line.ljust(max(map(len, lines))) for line in row).rstrip() for row in rows)


def save(table: Table, path: Path) -> None:
    """Write a table's record: all of it, or, if that fails, nothing at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(table.record().text())
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
