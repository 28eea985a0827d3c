"""The bots that play any game."""

from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.games.four_circles import start
from support.helpers import SHELF
from support.toys import CORRIDOR, HIDE, POST, RACE, SECRET, Corridor, Hands, Hide, Post, Secret
from tableronde import bots
from tableronde.bots import SearchBot, search, simple
from tableronde.box import Box, Judge, judge_by_score
from tableronde.game import Action, AnyGame, Illegal, Refusal, Seat
from tableronde.play import arena
from tableronde.play.arena import Tally, wilson
from tableronde.shelf import find
from tableronde.table import Table
from tableronde.text import NOTHING, Text, same

FOUR = find("four-circles")
CASCADE = find(str(Path(__file__).parents[2] / "docs" / "examples" / "cascade"))


def choice(table: Table, level: str, seat: Seat, seed: int = 1, simulations: int | None = None) -> Action | None:
    bot = bots.levels(table.box)[level](table.box, table.game, seat, Random(seed))
    bot.seconds = 0.05
    if isinstance(bot, SearchBot):
        bot.simulations = simulations
    return bot.choose(table.view(seat), table.heard(seat), table.legal()[seat])


def first_shown_first(game: Secret, view: tuple[Seat | None, Hands]) -> list[float]:
    """A judge may declare its own game and view: mypy checks this file."""
    return [1 / game.seats + view[1].mover * 0.0] * game.seats


def test_a_judge_names_its_own_types() -> None:
    box = replace(SECRET, judge=first_shown_first)
    assert choice(Table(box, 2), "greedy", 0) in ("show 0", "show 1")


@pytest.mark.parametrize("level", bots.ANY_GAME)
@pytest.mark.parametrize("box", [SECRET, RACE, HIDE, FOUR], ids=lambda box: box.slug)
def test_every_bot_finishes_every_game(level: str, box: Box) -> None:
    tally = arena.match(box, [level, "random"], 2, seconds=0.01, options={"max_plies": 30} if box is FOUR else None)
    assert tally.games == 2
    assert sum(tally.shares) == pytest.approx(2)


def test_bots_stay_silent_where_only_an_open_action_is_left() -> None:
    for level in bots.ANY_GAME:
        assert choice(Table(POST, 2), level, 0) is None


def test_a_bot_without_a_word_plays_a_random_one() -> None:
    for level in bots.ANY_GAME:
        tally = arena.match(POST, [level, "random"], 2)
        assert tally.reasons == {"named": 2}


def test_the_arena_reports_a_game_that_accepts_no_word() -> None:
    class Mute(Post):
        def complete(self, action: Action, text: str) -> Action:
            raise Illegal(Refusal("R1", same("No.")))

    with pytest.raises(ValueError, match="no bot finds a word that post accepts"):
        arena.match(replace(POST, rules=Mute), ["random", "random"], 1)
    assert arena.glimpse(replace(POST, rules=Mute)).areas, "there is a picture for its box nevertheless"


def test_fewer_bots_than_seats_are_no_match() -> None:
    with pytest.raises(ValueError, match="3 seats need at least 3 bots, not 2"):
        arena.round_robin(SECRET, ["random", "greedy"], 3, 1)


def test_greedy_and_search_take_a_win() -> None:
    assert choice(start("E8a"), "greedy", 0) == "3,2>3,0"
    assert choice(start("E8a"), "search", 0, simulations=400) == "3,2>3,0"


def test_search_sees_what_greedy_does_not() -> None:
    """White threatens five in a row; the only move that stops it is to stand in the gap."""
    table = start("E8d", first=1)
    assert choice(table, "search", 1, simulations=150) == "2,2>2,0"
    assert {choice(table, "greedy", 1, seed) for seed in range(9)} != {"2,2>2,0"}


def test_search_is_repeatable_for_a_number_of_simulations() -> None:
    assert choice(start("E3"), "search", 0, 5, 60) == choice(start("E3"), "search", 0, 5, 60)


class Thinker(SearchBot):
    """A search of fixed length, for games that repeat."""

    simulations = 60


def test_search_beats_greedy_in_an_outside_game_with_a_weak_judge() -> None:
    box = replace(CASCADE, bots={"thinker": Thinker})
    assert arena.match(box, ["thinker", "greedy"], 8).share(0) >= 0.75


def test_search_tries_the_judges_favorite_first() -> None:
    """One simulation is enough to follow a judge; without a judge the choice is random."""
    by_judge = replace(CORRIDOR, judge=lambda game, view: [0.6, 0.4] if view[0] == "door 3" else [0.5, 0.5])
    assert {choice(Table(by_judge, 2), "search", 0, seed, 1) for seed in range(9)} == {"door 3"}
    assert len({choice(Table(CORRIDOR, 2), "search", 0, seed, 1) for seed in range(9)}) > 1


def says_nothing(game: AnyGame, view: Any) -> list[float]:
    return [0.5, 0.5]


@pytest.mark.parametrize("judge", [judge_by_score, says_nothing])
def test_search_plays_on_until_a_seat_is_ahead_if_no_judge_helps(judge: Judge) -> None:
    """Only twenty more events show which door is right, some of them open actions for which no bot has a word."""
    table = Table(replace(CORRIDOR, judge=judge), 2)
    assert {choice(table, "search", 0, seed, 40) for seed in range(9)} == {"door 2"}


def test_search_does_not_answer_sealed_choices() -> None:
    """If seat 1 knew where to search, tossing the coin would be best: it wins one time in three, hiding one time in two."""
    assert {choice(Table(HIDE, 2), "search", 0, seed, 600) for seed in range(9)} <= {"left", "right"}


def test_search_knows_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hide, "heads", 98.0)
    assert {choice(Table(HIDE, 2), "search", 0, seed, 600) for seed in range(9)} == {"toss"}


@pytest.mark.parametrize("level", ["greedy", "search"])
def test_thinking_ends_in_time_however_many_actions_there_are(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that advances by a millisecond whenever it is read."""
    monkeypatch.setattr(Corridor, "doors", 3000)
    clock = count()
    for module in (simple, search):
        monkeypatch.setattr(module, "monotonic", lambda: next(clock) / 1000)
    asked: list[int] = []

    def judge(game: AnyGame, view: Any) -> list[float]:
        asked.append(int(view[0].split()[1]))
        return [asked[-1] / 3000, 1 - asked[-1] / 3000]

    chosen = choice(Table(replace(CORRIDOR, judge=judge), 2), level, 0)  # in 0.05 s
    assert 30 < len(asked) < 70
    assert chosen == f"door {max(asked)}"


def test_search_weighs_all_actions_and_none_above_its_choice() -> None:
    for box in (CASCADE, HIDE, CORRIDOR):
        table = Table(box, 2, setup={"first": 0} if box is CASCADE else {})
        legal = table.legal()[0]
        chooser, weigher = (Thinker(box, table.game, 0, Random(1)) for _ in range(2))
        worths = weigher.weigh(table.view(0), (), legal)
        assert set(worths) == set(legal)
        assert all(0.0 <= worth <= 1.0 for worth in worths.values())
        assert worths[chooser.choose(table.view(0), (), legal) or ""] == max(worths.values()) == chooser.value


def test_search_beats_random_where_cards_are_hidden() -> None:
    assert arena.match(RACE, ["search", "random"], 12, seconds=0.02).share(0) >= 0.5


def test_bots_get_views_never_the_state() -> None:
    table = Table(SECRET, 2, {}, {"cards": [3, 8]})
    other = Table(SECRET, 2, {}, {"cards": [3, 1]})
    for level in bots.ANY_GAME:
        assert choice(table, level, 0, simulations=50) == choice(other, level, 0, simulations=50)


def test_a_tally_counts_bots_and_seats() -> None:
    tally = arena.match(FOUR, ["greedy", "random"], 6)
    assert tally.share(0) == 1.0
    assert tally.by_seat == [3.0, 3.0]
    assert tally.first == tally.by_seat[0]  # seat 0 always begins
    assert tally.reasons["line"] == 6


def test_a_tally_counts_the_seat_that_acted_first() -> None:
    box, seed, games = find("cirkis"), 4, 8
    tally = arena.match(box, ["greedy", "greedy"], games, seed=seed)
    starters = [Table(box, 2, rng=Random(f"{seed} deal {i // 2}")).to_act()[0] for i in range(games)]
    assert set(starters) == {0, 1}
    won = sum(
        (places[(int(starter) + i) % 2] == 1) / places.count(1)
        for i, (starter, places) in enumerate(zip(starters, tally.places, strict=True))
    )
    assert tally.first == won
    assert tally.json()["first"] == {"share": won / games, "interval": list(wilson(won, games))}


def test_the_same_seed_gives_the_same_games() -> None:
    first, second = (arena.match(FOUR, ["greedy", "greedy"], 3, seed=4) for _ in range(2))
    assert first == second


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(LookupError, match="no bot 'genius'"):
        arena.match(FOUR, ["genius", "random"], 1)


def test_intervals_of_confidence() -> None:
    low, high = wilson(75, 100)
    assert (round(low, 3), round(high, 3)) == (0.657, 0.825)
    assert wilson(0, 0) == (0.0, 1.0)
    assert Tally(("a",), 4, [4.0]).interval(0)[1] == pytest.approx(1.0)


@pytest.mark.parametrize(("slug", "level"), [(slug, level) for slug in SHELF for level in bots.levels(find(slug))])
def test_every_level_of_every_game_plays_legally(slug: str, level: str) -> None:
    """The first events of a game with that level in every seat: each choice is legal, or a pass where the game does not wait."""
    box, rng = find(slug), Random(level)
    table = Table(box, min(box.game_type.players), rng=rng)
    players = [bots.levels(box)[level](box, table.game, seat, Random(seat)) for seat in range(table.game.seats)]
    for player in players:
        player.seconds = 0.01
    while table.legal() and table.plies < 14:
        arena.step(table, players, rng)
    assert table.plies >= 14 or table.outcome


def test_every_level_of_our_games_has_a_name_and_a_description() -> None:
    for box in map(find, SHELF):
        described = bots.describe_levels(box)
        assert list(described) == list(bots.levels(box))
        assert set(box.level_texts) == set(box.bots)
        assert [level for level, texts in described.items() if not all(text.fr and text.en for text in texts)] == []


def test_a_level_without_texts_has_its_own_name() -> None:
    box = replace(FOUR, level_texts={"child": (Text("renard", "fox"), Text("flaire", "smells"))})
    described = bots.describe_levels(box)
    assert described["child"] == (Text("renard", "fox"), Text("flaire", "smells"))
    assert described["master"] == (Text("master", "master"), NOTHING)


def test_several_processes_play_the_same_games() -> None:
    alone, together = (arena.match(FOUR, ["greedy", "random"], 4, options={"max_plies": 40}, processes=processes) for processes in (1, 2))
    assert alone == together


def test_round_robin_and_ratings() -> None:
    tallies = arena.round_robin(FOUR, ["greedy", "random", "search"], 2, 2, options={"max_plies": 60}, seconds=0.01)
    assert [tally.names for tally in tallies] == [("greedy", "random"), ("greedy", "search"), ("random", "search")]
    ratings = arena.ratings(tallies)
    assert set(ratings) == {"greedy", "random", "search"}
    assert ratings["greedy"][0] > ratings["random"][0]
