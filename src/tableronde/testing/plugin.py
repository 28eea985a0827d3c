"""The pytest plugin: `pytest --tableronde GAME` runs every check of the conformance kit as a test of its own."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

OPTION: Final = "--tableronde"
ADVICE: Final = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("tableronde", "games for Table Ronde")
    group.addoption(OPTION, action="append", default=[], metavar="GAME", help="check this game, each promise as a test (may be repeated)")
    group.addoption("--tableronde-games", type=int, default=2, metavar="N", help="random games for each number of seats and each variant")
    group.addoption("--tableronde-seed", type=int, default=0, metavar="N", help="the same seed finds the same faults")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the checks of the games named; others may then select and sort them."""
    for place in config.getoption(OPTION):
        for group in _groups(place, config):
            name = "::".join(filter(None, (group.box.slug, group.title)))
            checks = GroupChecks.from_parent(session, name=name, nodeid=name, group=group)
            report = session.ihook.pytest_make_collect_report(collector=checks)
            session.ihook.pytest_collectreport(report=report)  # counts them
            items.extend(report.result)


def _groups(place: str, config: pytest.Config) -> list[Any]:
    """Return the checks of a game in groups; UsageError with a sentence if it cannot be loaded."""
    from tableronde.testing.single_checks import groups_of, load_game  # only where it is asked for

    try:
        box = load_game(place)
    except (LookupError, ValueError, TypeError) as error:
        raise pytest.UsageError(f"{OPTION} {place}: {error.args[0] if error.args else error}") from None
    return list(groups_of(box, config.getoption("--tableronde-games"), config.getoption("--tableronde-seed")))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the advice: what works but could be better."""
    advice: list[str] = config.stash.get(ADVICE, [])
    for line in dict.fromkeys(advice):
        terminalreporter.write_line(f"advice: {line}")


class GroupChecks(pytest.Collector):
    """The checks of a game's box, or those of its positions for one number of seats and one variant."""

    def __init__(self, group: Any, **more: Any) -> None:
        super().__init__(**more)
        self.group = group

    def collect(self) -> Iterator[pytest.Item]:
        """Yield a test for each check."""
        for name in self.group.names:
            yield CheckItem.from_parent(self, name=name, group=self.group)


class CheckItem(pytest.Item):
    """One promise of a game, tested on all random games of its group."""

    def __init__(self, group: Any, **more: Any) -> None:
        super().__init__(**more)
        self.group = group

    def runtest(self) -> None:
        """Fail with every fault of this check. All tests of a group share its random games."""
        self.config.stash.setdefault(ADVICE, []).extend(self.group.advice(self.name))
        faults = self.group.faults(self.name)
        if faults:
            raise Broken(faults)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Describe faults in sentences; anything else is an error of ours and shown whole."""
        if isinstance(excinfo.value, Broken):
            return "\n\n".join(self.group.describe(fault) for fault in excinfo.value.faults)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Return what the report calls this test."""
        return self.path, None, self.nodeid


class Broken(Exception):
    """Raised when a game breaks a promise; it holds the faults."""

    def __init__(self, faults: list[Any]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = faults
