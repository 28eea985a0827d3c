"""Play any game in the terminal: at one keyboard, against bots, or both. Everything about the game comes from its box."""

import os
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Final

from tableronde import touch
from tableronde.bots import Bot
from tableronde.bots.improvised_words import improvised
from tableronde.game import CHANCE, Action, Actor, Illegal, Refusal, Seat, is_open
from tableronde.learn.rulebook import unlinked
from tableronde.play import arena
from tableronde.play.outcomes import sentence
from tableronde.play.review import wording
from tableronde.play.terminal.screen import Choices, Leave, Screen, numbered
from tableronde.render.terminal_text import paint
from tableronde.scene import Scene
from tableronde.table import Table
from tableronde.text import Text

HELP: Final = Text(
    """Répondez par le numéro d’un choix, ou écrivez le coup lui-même. Et aussi :
  2: ACTION       jouer pour le joueur 2 (quand ce n’est pas son tour mais qu’il peut agir)
  retour          reprendre le dernier choix fait sur le plateau
  annuler         reprendre votre dernier coup
  pourquoi ACTION pourquoi ce coup n’est-il pas permis ?
  conseil         ce qu’un robot jouerait
  liste           tous les coups permis, tels qu’on les écrit
  voir NUMÉRO     montrer une autre partie de l’image (son numéro est au-dessus)
  suite           les choix suivants, s’ils ne tiennent pas tous
  journal         ce qui s’est passé
  règles          les règles du jeu
  sauver FICHIER  enregistrer la partie
  quitter         partir (la partie est enregistrée)""",
    """Answer with the number of a choice, or type the move itself. And also:
  2: ACTION       act for player 2 (when it is not their turn but they may act)
  back            take back the last choice made on the board
  undo            take back your last move
  why ACTION      why is that move not allowed?
  hint            what a bot would play
  list            all legal moves, as they are typed
  show NUMBER     show another part of the picture (its number is above it)
  more            the next choices, if there is no room for all
  log             what has happened
  rules           the rules of the game
  save FILE       save the game
  quit            leave (the game is saved)""",
)
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


def _choice(word: str, text: str) -> str:
    """Format a word as a choice in the list: the word and its title in the picture."""
    return text if word in text or word == "*" else f"{word}  {text}"


class TerminalGame:
    """A table in the terminal: some seats are played by bots, the others by the people at the keyboard."""

    def __init__(self, table: Table, bots: Mapping[Seat, Bot], screen: Screen, rng: Random, adviser: Callable[[Seat], Bot]) -> None:
        self.table, self.bots, self.screen, self.rng, self.adviser = table, bots, screen, rng, adviser
        self.shown_plies = table.plies
        self.shown: Seat | None = None  # the seat the curtain was last opened for
        self.drawn: object = None  # what the last picture showed
        self.listed: object = None  # what the last list offered
        self.chosen = ""  # the area shown of those that share a place

    def run(self) -> None:
        """Play until the end; Leave if the players quit first."""
        while self.table.legal():
            self._print_events()
            self._step()
        self._print_events()
        self._draw(None, ())
        self._conclude()

    def _conclude(self) -> None:
        """Print who has won, and why."""
        if outcome := self.table.outcome:
            said = sentence(outcome.winners, self.table.names, self.table.reason(outcome))
            self.screen.write(said[self.screen.language])

    def _step(self) -> None:
        """Play the next event: of a bot that acts unasked, of chance, of a person, or of a bot whose turn it is."""
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
        """Play a random action for a bot that chooses none although the table waits for it."""
        action = improvised(self.table, actor, self.rng)
        if action is None:
            raise ValueError(f"no bot finds a word that {self.table.game.slug} accepts")
        self.table.play(actor, action)

    def _bots_speak(self, actors: Sequence[Actor]) -> bool:
        """Let the first of these bots that wants to act do so; return whether one did."""
        for seat in actors:
            action = self._advice(self.bots[seat], seat) if seat != CHANCE and seat in self.bots else None
            if action is not None:
                self.table.play(seat, action)
                return True
        return False

    def _advice(self, bot: Bot, seat: Seat) -> Action | None:
        action = bot.choose(self.table.view(seat), self.table.heard(seat), self.table.legal()[seat])
        if bot.fault:
            self.screen.say(f"Ce robot a joué au hasard : {bot.fault}.", f"This bot played at random: {bot.fault}.")
        return action

    def _ask(self, people: list[Seat]) -> None:
        """Let the people at the keyboard act: several race to answer, or choose in turn if others may not see their choices."""
        if len(people) > 1 and self._may_race(people):
            self._draw(None, ())
            self._race(people)
        else:
            self._curtain(people[0])
            self._choose(people[0])

    def _may_race(self, people: list[Seat]) -> bool:
        """Return whether all of them may see each other's options: no choice is sealed, and no options reveal a secret."""
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
        """Ask for word after word of a seat's touch tree until they make an action."""
        picked: touch.Picked = ()
        before = self.table.plies
        while self.table.plies == before:
            tree = self.table.touch(seat)
            words = touch.settle(tree, picked)
            node = touch.follow(tree, words)
            if isinstance(node, str) and not picked:  # the only action is chosen, not made without being asked
                node = tree
            else:
                picked = words
            if isinstance(node, str):
                return self._play(seat, self._completed(node))
            picked = self._pick(seat, picked, list(node))

    def _pick(self, seat: Seat, picked: touch.Picked, words: list[str]) -> touch.Picked:
        """Return the words picked after one more answer."""
        words, choices = self._list(seat, picked, words)
        self._draw(seat, picked, words, len(self.screen.page(choices, 0)))
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
        """Read the index of a numbered choice, or another answer. The same choices are not listed twice."""
        page = 0
        if self.listed != (self.table.plies, whose):
            self.screen.write("\n".join(self.screen.page(choices, page)))
        self.listed = self.table.plies, whose
        while not (answer := self.screen.read("> ").strip()) or answer.lower() in WORDS["more"]:
            page += bool(answer)
            if answer:
                self.screen.write("\n".join(self.screen.page(choices, page)))
        number = answer.lstrip("0")
        return list(choices).index(number) if number in choices else answer

    def _show(self, number: str) -> None:
        """Show another area of those that share a place."""
        areas = self.table.scene(self.shown if self.shown not in self.bots else None).areas
        if number.isdecimal() and 0 < int(number) <= len(areas):
            self.chosen, self.drawn, self.listed = areas[int(number) - 1].id, None, None

    def _command(self, answer: str, seat: Seat) -> None:
        """Run an answer that is not a choice on the board: a command, or an action typed in full."""
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
                self.shown_plies = 0
                self._print_events()
            case "rules":
                self.screen.write(unlinked(self.table.box.rulebook(self.screen.language)))
            case "save":
                self._save(rest)
            case "quit":
                raise Leave
            case _:
                self._play(*_parse_typed(answer, seat, [other for other in range(self.table.game.seats) if other not in self.bots]))

    def _play(self, seat: Seat, action: Action) -> None:
        try:
            if self._is_sure(seat, action):
                self.table.play(seat, action)
        except Illegal as illegal:
            self._explain(illegal.refusal)

    def _is_sure(self, seat: Seat, action: Action) -> bool:
        """Ask for confirmation of an action that deserves a second thought; return the answer."""
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
        """Go back to before the last event of a person at the keyboard."""
        mine = [i for i, event in enumerate(self.table.events) if event.actor != CHANCE and event.actor not in self.bots]
        if not mine:
            return self.screen.say("Il n’y a rien à reprendre.", "There is nothing to take back.")
        while self.table.plies > mine[-1]:
            self.table.undo()
        self.shown_plies, self.drawn, self.listed = self.table.plies, None, None

    def _hint(self, seat: Seat) -> None:
        action = self._advice(self.adviser(seat), seat) or ""
        said, typed = wording(self.table, seat, action), f" ({action})" if action else ""
        self.screen.say(f"Un robot jouerait : {said.fr}{typed}", f"A bot would play: {said.en}{typed}")

    def _save(self, name: str) -> None:
        if not name:
            return self.screen.say("Indiquez un fichier : sauver partie.json", "Name a file: save game.json")
        try:
            save(self.table, Path(name).expanduser())
        except OSError as error:
            return self.screen.say(f"Impossible d’écrire {name} : {error.strerror}.", f"Cannot write {name}: {error.strerror}.")
        self.screen.say(f"La partie est enregistrée dans {name}.", f"The game is saved in {name}.")

    def _curtain(self, seat: Seat) -> None:
        """Clear the screen before the keyboard changes hands, if seats know different things or choose in secret."""
        people = [player for player in range(self.table.game.seats) if player not in self.bots]
        if (self.table.game.private or self._is_sealed()) and len(people) > 1 and self.shown != seat:
            self.screen.write("\n" * self.screen.size[1])
            name = self._name(seat)
            self.screen.read(
                Text(f"Passez le clavier à {name}, puis Entrée. ", f"Hand the keyboard to {name}, then press Enter. ")[self.screen.language]
            )
        self.shown = seat

    def _draw(self, seat: Seat | None, picked: touch.Picked, offers: Sequence[str] = (), below: int = 0) -> None:
        """Print the picture unless it is already on the screen, leaving room for `below` lines and the prompt."""
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

    def _print_events(self) -> None:
        """Print the log lines since the last time, as the people at the keyboard may know them."""
        people = [seat for seat in range(self.table.game.seats) if seat not in self.bots]
        ear = people[0] if len(people) == 1 else None
        for text in self.table.tale(ear, self.shown_plies, reader=ear):
            self.screen.write("· " + text.named(self.table.names)[self.screen.language])
        self.shown_plies = self.table.plies

    def _list(self, seat: Seat, picked: touch.Picked, words: list[str]) -> tuple[list[str], Choices]:
        """Return words and their choices: those with a number on the table are chosen by it, in that order; others by their index."""
        called = {word: self.table.called(seat, picked, word)[self.screen.language] for word in words}
        if all(word.isdecimal() and re.search(rf"\b{word}\b", text) for word, text in called.items()):
            words = sorted(words, key=int)
            return words, {word: called[word] for word in words}
        return words, numbered(_choice(word, text) for word, text in called.items())

    def _label(self, action: Action) -> str:
        return self.table.box.label(action, ())[self.screen.language]

    def _name(self, seat: Seat) -> str:
        return self.table.names[seat][self.screen.language]


def _parse_typed(answer: str, seat: Seat, people: Sequence[Seat]) -> tuple[Seat, Action]:
    """Parse an action typed in full, perhaps for another player at the keyboard, counted from 1: "2: slap"."""
    player, colon, action = answer.partition(":")
    other = int(player) - 1 if colon and player.strip().isdecimal() else -1
    return (other, action.strip()) if other in people else (seat, answer)


def save(table: Table, path: Path) -> None:
    """Write a table's record completely, or leave the old file if that fails."""
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
