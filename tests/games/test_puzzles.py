"""What each game says of answers to its own kinds of puzzles."""

from dataclasses import replace

from tableronde.games.cirkle_duo.rules import LIFTS
from tableronde.games.kaplan.puzzles import every_noun, fitting
from tableronde.games.kaplan.rules.imagining import form_of
from tableronde.games.kaplan.rules.judging import normalise
from tableronde.games.kaplan.words.dictionary import all_nouns
from tableronde.puzzles.puzzle import Puzzle, judge, puzzles
from tableronde.shelf import find


def of_kind(slug: str, kind: str) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles(find(slug)) if puzzle.kind == kind]


def test_four_circles_a_wrong_first_action_has_a_reply_after_which_the_win_is_gone() -> None:
    box = find("four-circles")
    for puzzle in of_kind("four-circles", "win-2")[:3]:
        table = puzzle.table(box)
        for action in [action for action in table.legal()[puzzle.seat] if action != puzzle.answer][:20]:
            verdict = judge(box, puzzle, [action])
            assert verdict.word == "wrong"
            after = table.at(0)
            for actor, happened in verdict.events:
                after.play(actor, happened)
            if after.outcome is None and len(verdict.events) == 2:
                lines = [after.at(after.plies) for _ in after.legal()[puzzle.seat]]
                for then, reply in zip(lines, after.legal()[puzzle.seat], strict=True):
                    then.play(puzzle.seat, reply)
                assert not any(then.outcome for then in lines)


def test_cirkis_no_other_placement_scores_more_in_one_piece() -> None:
    box = find("cirkis")
    for puzzle in of_kind("cirkis", "points")[:4]:
        table = puzzle.table(box)
        gains = {}
        for action in table.legal()[puzzle.seat]:
            after = table.at(table.plies)
            after.play(puzzle.seat, action)
            gains[action] = after.facts()["scores"][puzzle.seat] - table.facts()["scores"][puzzle.seat]
        assert max(gains, key=lambda action: gains[action]) == puzzle.answer
        assert gains[puzzle.answer] >= 10


def test_cirkis_a_chain_takes_several_pieces() -> None:
    assert all(len(puzzle.solution) > 1 for puzzle in of_kind("cirkis", "chain"))


def test_cirkis_after_a_wrong_placement_the_other_wins_at_once() -> None:
    box = find("cirkis")
    for puzzle in of_kind("cirkis", "stop")[:4]:
        table = puzzle.table(box)
        for action in [action for action in table.legal()[puzzle.seat] if action != puzzle.answer][:5]:
            verdict = judge(box, puzzle, [action])
            then = table.at(table.plies)
            for actor, happened in verdict.events:
                then.play(actor, happened)
            if then.outcome is not None:
                assert puzzle.seat not in then.outcome.winners
            else:
                assert then.to_act() == (puzzle.seat,)  # a free turn of one's own, after which nothing helps


def test_cirkle_says_what_was_seen_under_a_wrong_hat() -> None:
    box = find("cirkle-duo")
    puzzle = of_kind("cirkle-duo", "exact")[-1]
    view = puzzle.table(box).view(puzzle.seat)
    for action in puzzle.table(box).legal()[puzzle.seat]:
        if action != puzzle.answer:
            said = judge(box, puzzle, [action]).text.en
            known = view.known[LIFTS[action]]
            assert said.startswith("That hat was hiding" if known else "That hat had never been lifted")


def test_kaplan_only_one_noun_of_the_whole_dictionary_fits() -> None:
    """The proof once more, by brute force: every noun from every place."""
    puzzle = of_kind("kaplan", "word")[-1]
    view = puzzle.table(find("kaplan")).view(puzzle.seat)
    form, found = form_of(view), set()
    for text in {normalise(word) for word in all_nouns()}:
        if not 6 <= len(text) <= 12 or not text.startswith(form.initial) or form.length not in (0, len(text)):
            continue
        for turn in range(12):
            crown = text.ljust(12, "-")[turn:] + text.ljust(12, "-")[:turn]
            if all(seen in (None, letter) for seen, letter in zip(view.letters, crown, strict=True)):
                found.add(text)
    assert fitting(view) == [puzzle.answer.removeprefix("kaplan ")]
    assert set(fitting(view)) <= found
    assert found == set(fitting(view)) or form.gender


def test_kaplan_says_what_speaks_against_a_word() -> None:
    box = find("kaplan")
    puzzle = next(puzzle for puzzle in of_kind("kaplan", "word") if form_of(puzzle.table(box).view(puzzle.seat)).initial)
    form = form_of(puzzle.table(box).view(puzzle.seat))
    other = next(word.text for word in every_noun() if not word.text.startswith(form.initial))
    assert judge(box, puzzle, [f"kaplan {other}"]).text.en == f"The word begins with {form.initial}."


def test_kaplan_asks_for_a_word_and_nothing_else() -> None:
    box = find("kaplan")
    puzzle, legal = next((each, legal) for each in puzzles(box) if len(legal := each.table(box).legal()[each.seat]) > 1)
    bet = next(action for action in legal if not action.startswith("kaplan"))
    assert judge(box, puzzle, [bet]).text.en == "Announce the word here."


def test_kaplan_judges_another_number_of_the_word_as_the_table_does() -> None:
    """R34: to the letter only the word itself is right; with forgiving spelling its other number is right too."""
    box = find("kaplan")
    puzzle = next(puzzle for puzzle in of_kind("kaplan", "word") if puzzle.position.setup["forms"])
    other = [f"kaplan {puzzle.position.setup['forms'][0].lower()}"]
    assert judge(box, puzzle, other).word == "wrong"
    assert judge(box, puzzle, [puzzle.answer]).word == "solved"
    position = replace(puzzle.position, options={**puzzle.position.options, "strict_words": False})
    assert judge(box, replace(puzzle, position=position), other).word == "solved"
