"""The options of a table, and the defaults that follow from its mode (Q27, Q30)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from tableronde.options import Unfit, option, write
from tableronde.text import Text

Mode = Literal["cards", "bridge", "dice"]
Kind = Literal["colour", "shape", "series", "series_both"]


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of a table. Defaults depend on the mode."""

    mode: Literal["cards", "bridge", "dice"] = option(
        "cards",
        Text("Le jeu : cartes, passerelle ou dés.", "The game: cards, crossover or dice."),
        names={"cards": Text("Les cartes", "Cards"), "bridge": Text("La passerelle", "The crossover"), "dice": Text("Les dés", "Dice")},
    )
    strict: bool | None = option(
        None,
        Text(
            "Jeu sévère : un plot interdit coûte aussi la carte qui l’interdit.",
            "Strict: a forbidden peg also costs the card that forbids it.",
        ),
    )
    waiting: bool | None = option(
        None, Text("Un chapeau soulevé se repose pendant un tour de table.", "A lifted hat rests for one full round.")
    )
    slap: bool | None = option(
        None,
        Text("Après une erreur, le premier qui frappe la table prend la main.", "After a mistake, the first to slap the table takes over."),
    )
    slap_bonus: bool | None = option(
        None,
        Text("Le plot exact offre la carte suivante même en prenant la main.", "The exact peg wins the next card even when taking over."),
    )
    slap_needs_card: bool | None = option(
        None, Text("Il faut avoir une carte pour prendre la main.", "Only players who hold a card may take over.")
    )
    forbidden_when_seen: bool | None = option(
        None, Text("Un plot n’est interdit que si quelqu’un l’a déjà découvert.", "A peg is forbidden only once somebody has uncovered it.")
    )
    family_bonus: bool | None = option(
        None, Text("À la fin, les points d’une famille complète sont doublés.", "At the end the points of a complete family are doubled.")
    )
    teams: bool | None = option(None, Text("Par équipes : 2 contre 2 ou 3 contre 3.", "In teams: two against two or three against three."))
    family_win: tuple[Kind, ...] = option(
        (),
        Text("Gagner aussitôt en réunissant quatre pièces :", "Win at once by gathering four pieces:"),
        names={
            "colour": Text("de la même couleur", "of the same colour"),
            "shape": Text("de la même forme", "of the same shape"),
            "series": Text("de quatre couleurs différentes, ou de quatre formes", "of four different colours, or of four shapes"),
            "series_both": Text("de quatre couleurs et de quatre formes", "of four colours and of four shapes"),
        },
    )
    dice_wild: bool | None = option(
        None,
        Text(
            "Sur les dés, une cible vaut pour toute sa couleur, une noire pour toute sa forme.",
            "On the dice, a target stands for all its colour, a black for all its shape.",
        ),
    )
    reroll_dead: bool | None = option(
        None,
        Text(
            "Des dés qui ne demandent aucun plot restant sont relancés aussitôt (règle maison).",
            "Dice that ask for none of the pegs left are thrown again at once (house rule).",
        ),
        late=True,
    )
    max_turns: int | None = option(
        None, Text("La partie s’arrête après ce nombre de tours.", "The game ends after this many turns."), low=1
    )
    max_idle: int | None = option(
        None,
        Text(
            "La partie s’arrête après ce nombre de tours de suite sans gain ; 0 : jamais.",
            "The game ends after this many turns in a row without a gain; 0: never.",
        ),
        low=0,
    )

    def __post_init__(self) -> None:
        """Name `reroll_dead` only where it is true: a record that says no means the same as one that says nothing."""
        if self.mode == "dice" and self.reroll_dead is False:
            object.__setattr__(self, "reroll_dead", None)

    def implied(self) -> Mapping[str, Any]:
        """The defaults of each mode; what a mode does not have is left out."""
        return _DEFAULTS[self.mode]


@dataclass(frozen=True, slots=True)
class Layers:
    """The rules in force at a table, without open choices. What a mode does not have is off."""

    mode: Mode
    family_win: tuple[Kind, ...]
    max_turns: int
    max_idle: int
    strict: bool = False
    waiting: bool = False
    slap: bool = False
    slap_bonus: bool = False
    slap_needs_card: bool = False
    forbidden_when_seen: bool = False
    family_bonus: bool = False
    teams: bool = False
    dice_wild: bool = False
    reroll_dead: bool = False


_CARDS: Final[Mapping[str, Any]] = {
    "family_win": (),
    "max_turns": 300,
    "max_idle": 30,
    **dict.fromkeys(("strict", "waiting", "slap", "slap_bonus", "slap_needs_card", "forbidden_when_seen", "family_bonus", "teams"), False),
}
_DEFAULTS: Final[Mapping[Mode, Mapping[str, Any]]] = {
    "cards": _CARDS,
    "bridge": {**_CARDS, "strict": True, "waiting": True, "slap": True, "family_bonus": True},
    "dice": {"family_win": (), "max_turns": 1000, "max_idle": 0, "dice_wild": True, "reroll_dead": False},
}


def in_force(options: Options, seats: int) -> Layers:
    """The rules in force; ValueError with a sentence if the choices do not fit the mode or the number of players."""
    defaults = options.implied()
    chosen = {name: getattr(options, name) for name in write(options) if name != "mode"}
    for name in chosen:
        if name not in defaults:
            raise Unfit(_not_here(name), f"there is no option {name} in {options.mode} mode; leave it out")
    if options.mode == "bridge" and seats < 4:  # R3
        raise Unfit(f"La passerelle se joue de 4 à 6 joueurs, et non à {seats}.", f"The crossover is for 4 to 6 players, not {seats}.")
    if options.teams and seats not in (4, 6):
        raise Unfit(f"Par équipes, on joue à 4 ou à 6, et non à {seats}.", f"For teams you need 4 or 6 players, not {seats}.")
    return Layers(mode=options.mode, **{**defaults, **chosen})


def _not_here(name: str) -> str:
    [text] = [field.metadata["text"].fr for field in fields(Options) if field.name == name]
    return f"Dans ce jeu, ce réglage n’a pas d’objet : {text}"
