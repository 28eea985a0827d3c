"""The touch tree: all legal actions of a seat as words to press, one after the other.

A branch is a word; a leaf is an action. The same tree serves pointer, keyboard, numbered lists and screen reader.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Union

from tableronde.game import Action, is_open

Tree = dict[str, Union["Tree", Action]]
Picked = tuple[str, ...]


def tree(actions: Iterable[Action], touch: Callable[[Action], Sequence[str]]) -> Tree:
    """The tree of these actions; ValueError if one action's words begin another's."""
    root: Tree = {}
    for action in actions:
        _grow(root, tuple(touch(action)), action)
    return root


def follow(root: Tree, picked: Sequence[str]) -> Tree | Action:
    """What lies behind the words picked so far: more words, or the action; KeyError if no action begins so."""
    node: Tree | Action = root
    for word in picked:
        if isinstance(node, str):
            raise KeyError(word)
        node = node[word]
    return node


def settle(root: Tree, picked: Sequence[str]) -> Picked:
    """The words picked so far and those that follow by themselves, because there is only one.

    The last word of an action never does: it is pressed, even where it is forced. Only a word of one's own may be written at once.
    """
    words, node = tuple(picked), follow(root, picked)
    while not isinstance(node, str) and len(node) == 1:
        [(word, node)] = node.items()
        if isinstance(node, str) and not is_open(node):
            break
        words += (word,)
    return words


def press(root: Tree, picked: Sequence[str], word: str) -> Picked | None:
    """What is picked after one more press: the word itself, another one instead of an earlier one, or, if it was picked, no longer.

    None if no action has the word there: then it can be asked why.
    """
    for kept in range(len(picked), -1, -1):
        node = follow(root, picked[:kept])
        if picked[kept : kept + 1] == (word,):
            return tuple(picked[:kept])
        if not isinstance(node, str) and word in node:
            return (*picked[:kept], word)
    return None


def leaves(node: Tree | Action) -> list[Action]:
    """All actions below a node, in the tree's order."""
    if isinstance(node, str):
        return [node]
    return [action for child in node.values() for action in leaves(child)]


def _grow(root: Tree, words: Picked, action: Action) -> None:
    if not words:
        raise ValueError(f"nothing to press for {action!r}")
    node = root
    for word in words[:-1]:
        child = node.setdefault(word, {})
        if isinstance(child, str):
            raise ValueError(f"{child!r} is pressed before {action!r} can be")
        node = child
    if words[-1] in node:
        raise ValueError(f"the words of {action!r} do not tell it apart")
    node[words[-1]] = action
