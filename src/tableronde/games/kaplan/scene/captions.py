"""The captions beside the dial: what to do now, what was won last, what an announcement is worth; at the end, who found what."""

from collections.abc import Iterator
from typing import Final

from tableronde.games.kaplan.rules.announcing import silent, stake
from tableronde.games.kaplan.rules.dial import CARDS, KINDS, PLACES, metals
from tableronde.games.kaplan.rules.view import View
from tableronde.games.kaplan.scene.ending import found
from tableronde.games.kaplan.texts import (
    COMMA,
    METAL_NAMES,
    REASONS,
    clue_text,
    label,
    letter_text,
    listed,
    name_of,
    player,
    quoted,
    resolution,
    revealed,
)  # fmt: skip
from tableronde.text import NOTHING, Noun, Text, join, same

SILENT: Final = Noun("joueur silencieux", "silent player", many=Text("joueurs silencieux", "silent players"))


def captions(view: View, picked: tuple[str, ...]) -> Iterator[Text]:
    """The captions beside the dial."""
    if view.over:
        yield revealed(view)
        yield from found(view)
        yield _clues_told(view)
        yield Text("Fin de la partie : ", "The end: ") + REASONS[view.reason] + same(".")
        return
    yield _awaited(view, picked)
    if is_fresh(view):
        yield Text(
            "Kaplan a fait son tour de cartes : un mot dort sous la couronne.",
            "The trick is done: a word sleeps under the crown.",
        )
    if view.last is not None:
        yield resolution(view.last, view.seat) + _read(view)
    yield _worth(view)


def _read(view: View) -> Text:
    """What this viewer has read in the latest resolution, itself or through its ally."""
    assert view.last is not None
    letter, card = view.letters[view.last.place - 1], view.last.clue
    if not {view.seat, view.ally} & {*view.last.winners}:
        return NOTHING
    clue = view.clues[CARDS.index(card)] if card in CARDS else None
    if clue:
        return Text(" Vous y lisez : ", " You read: ") + name_of(clue) + same(" ") + quoted(clue_text(clue)) + same(".")
    return Text(" Vous y lisez ", " You read ") + letter_text(letter) + same(".") if view.last.face == "K" and letter else NOTHING


def _clues_told(view: View) -> Text:
    """All six clues in a sentence."""
    clues = sorted((clue for clue in view.clues if clue), key=lambda clue: KINDS.index(clue.kind))
    text = join([name_of(clue) + same(" ") + quoted(clue_text(clue)) for clue in clues], COMMA)
    return Text("Ses indices : ", "Its clues: ") + text + same(".")


def is_fresh(view: View) -> bool:
    """Whether nothing has been bet or announced yet."""
    return not (view.used or view.announced or view.last or any(place.tokens for place in view.crown) or view.over)


def _awaited(view: View, picked: tuple[str, ...]) -> Text:
    """The next step: an instruction for the player whose turn it is, a description for all others."""
    if picked:
        return _aimed(picked)
    return _asked(view) if view.to_act == (str(view.seat),) else _expected(view)


def _aimed(picked: tuple[str, ...]) -> Text:
    """The next press, or the result, after the picked words."""
    word = picked[0]
    if word == "kaplan":
        return Text("Quel est le mot de Kaplan ? Écrivez-le, en secret.", "What is Kaplan’s word? Write it, in secret.")
    if word.startswith("use-"):
        return Text("Vos dés sur les places ", "Your dice on places ") + listed(map(same, word.split("-")[1:])) + same(".")
    if not word[1:].isdigit() or word in CARDS:
        return label(word, ()) + same(".")
    if len(picked) > 1:
        return Text(f"Le jeton {picked[1][1:]} sur la place {word[1:]}.", f"Token {picked[1][1:]} on place {word[1:]}.")
    return Text(f"Quel jeton sur la place {word[1:]} ?", f"Which token on place {word[1:]}?")


def _asked(view: View) -> Text:
    """The instruction for the player who reads this."""
    match view.phase:
        case "use":
            return Text(
                "À vous : choisissez comment jouer vos dés. Ils désignent deux ou trois places.",
                "Your turn: choose how to play your dice. They point to two or three places.",
            )
        case "clue":
            assert view.last is not None
            either = join([METAL_NAMES[name] for name in metals(view.last.place)], Text(" ou ", " or "))
            return (
                Text("À vous : choisissez la carte indice à consulter (", "Your turn: choose a clue card to read (") + either + same(").")
            )
        case "ally":
            return Text("À vous : proposez une alliance, ou non.", "Your turn: offer an alliance, or don’t.")
        case "answer":
            assert view.offer is not None
            return player(view.offer[0]) + Text(
                " vous propose une alliance : acceptez, ou refusez.", " offers you an alliance: accept or refuse."
            )
    return _BETS_OF_YOURS[min(len(view.used), 2)]


_BETS_OF_YOURS: Final = (
    Text(
        "À vous : touchez une place éclairée, puis un jeton. Deux paris à faire.",
        "Your turn: press a lit place, then a token. You have two bets to make.",
    ),
    Text("Encore à vous : faites encore un pari.", "Still your turn: make one more bet."),
    Text("Encore un pari si vous voulez, ou « Finir le tour ».", "One more bet if you like, or “End the turn”."),
)


def _expected(view: View) -> Text:
    """What another player has to do now."""
    who = player(view.to_act[0])
    match view.phase:
        case "roll":
            if view.turn == view.seat:
                return Text("Vos trois dés vont rouler.", "Your three dice are about to roll.")
            return player(view.turn) + Text(" : les trois dés vont rouler.", ": the three dice are about to roll.")
        case "use":
            return who + Text(" choisit comment jouer les dés.", " is choosing how to play the dice.")
        case "clue":
            return who + Text(" choisit une carte indice.", " is choosing a clue card.")
        case "ally":
            return who + Text(" peut proposer une alliance.", " may offer an alliance.")
        case "answer":
            assert view.offer is not None
            asker = player(view.offer[0])
            if view.offer[0] == view.seat:
                return who + Text(" répond à votre offre d’alliance.", " is considering your offer of alliance.")
            return who + Text(" répond à l’offre d’alliance de ", " is considering an offer of alliance from ") + asker + same(".")
    return who + _BETS[min(len(view.used), 2)]


_BETS: Final = (
    Text(" parie : deux paris à faire.", " is betting: two bets to make."),
    Text(" parie encore : il reste un pari à faire.", " is betting: one more bet to make."),
    Text(" peut faire un troisième pari ou finir son tour.", " may make a third bet or end their turn."),
)


def _worth(view: View) -> Text:
    """R25: the value of an announcement by this viewer, or by anybody who has not announced."""
    hidden = len(PLACES) - view.face_up
    quiet = silent(view)
    if view.seat is not None and view.seat not in quiet:
        return Text("Votre mot est écrit ; vous jouez jusqu’au bout.", "You have announced; you play on to the end.")
    worth = stake(view, quiet[0] if view.seat is None else view.seat)
    others = SILENT.count(worth // hidden)
    text = Text(
        f"Annoncer vaut maintenant {worth} points : {others.fr} × {hidden} cartes cachées",
        f"Announcing is worth {worth} points now: {others.en} × {hidden} hidden cards",
    )
    return text + (Text(", à partager avec ", ", shared with ") + player(view.ally) if view.ally is not None else NOTHING) + same(".")
