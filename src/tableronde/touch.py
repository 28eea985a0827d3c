"""Touch trees: all legal actions of a seat as words to press, one after the other.

A branch is a word; a leaf is an action. The same tree serves pointer, keyboard, numbered lists and screen reader.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Union

from tableronde.game import Action, is_open

Tree = dict[str, Union["Tree", Action]]
Picked = tuple[str, ...]


def tree(actions: Iterable[Action], touch: Callable[[Action], Sequence[str]]) -> Tree:
    """Build the tree of these actions; ValueError if one action's words are a prefix of another's."""
    root: Tree = {}
    for action in actions:
        _grow(root, tuple(touch(action)), action)
    return root


def follow(root: Tree, picked: Sequence[str]) -> Tree | Action:
    """Return the branch or the action behind the words picked so far; KeyError if no action begins so."""
    node: Tree | Action = root
    for word in picked:
        if isinstance(node, str):
            raise KeyError(word)
        node = node[word]
    return node


def settle(root: Tree, picked: Sequence[str]) -> Picked:
    """Return the words picked so far, extended while only one word can follow.

    The last word of an action is never added: it must be pressed even if it is the only one, or written if it is the player's own.
    """
    words, node = tuple(picked), follow(root, picked)
    while not isinstance(node, str) and len(node) == 1:
        [(word, node)] = node.items()
        if isinstance(node, str) and not is_open(node):
            break
        words += (word,)
    return words


def press(root: Tree, picked: Sequence[str], word: str) -> Picked | None:
    """Return the words picked after one more press: the word is added, replaces an earlier one, or is removed if it was picked.

    None if no action has the word there: then `why_not_press` explains it.
    """
    for kept in range(len(picked), -1, -1):
        node = follow(root, picked[:kept])
        if picked[kept : kept + 1] == (word,):
            return tuple(picked[:kept])
        if not isinstance(node, str) and word in node:
            return (*picked[:kept], word)
    return None


def leaves(node: Tree | Action) -> list[Action]:
    """Return all actions below a node, in the tree's order."""
    if isinstance(node, str):
        return [node]
    return [action for child in node.values() for action in leaves(child)]


def _grow(root: Tree, words: Picked, action: Action) -> None:
    if not words:
        raise ValueError(f"touch gives no words for {action!r}")
    node = root
    for word in words[:-1]:
        child = node.setdefault(word, {})
        if isinstance(child, str):
            raise ValueError(f"touch: the words of {action!r} begin with all the words of {child!r}")
        node = child
    if words[-1] in node:
        raise ValueError(f"touch gives the same words for {action!r} and another action")
    node[words[-1]] = action
