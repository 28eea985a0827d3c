"""The policy as the running room applies it: who is banned or muted, and whether tables may be opened and played."""

import ipaddress
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from tableronde.room.administration.policy import Measure, Policy, Rule, hash_guest
from tableronde.room.base.refusals import Refused
from tableronde.room.store import PolicyText
from tableronde.text import Text

BANNED: Final = Text("La personne qui tient cette salle vous en a fermé l’accès{0}.", "The operator of this room has banned you{0}.")
MUTED: Final = Text("La personne qui tient cette salle vous a retiré la parole{0}.", "The operator of this room has muted you{0}.")
UNTIL: Final = Text(" jusqu’au {0} (UTC)", " until {0} (UTC)")
NO_NEW_TABLES: Final = Text(
    "La salle n’ouvre pas de nouvelle table pour le moment ; les parties en cours continuent.",
    "No new tables can be opened at the moment; games in progress go on.",
)
READ_ONLY: Final = Text(
    "La salle est en maintenance : vous pouvez regarder, et bientôt rejouer. Les pendules sont arrêtées.",
    "The room is under maintenance: you can watch, and play again soon. Clocks are stopped.",
)
MANY_TABLES: Final = Text(
    "La salle a atteint son nombre maximal de tables : réessayez plus tard.", "This room has reached its limit of tables: try again later."
)
FULL_DISK: Final = Text(
    "La salle n’a plus de place pour une nouvelle table : réessayez plus tard.", "The room has no space for a new table: try again later."
)


class Enforcement:
    """The latest policy, with its rules prepared for fast answers."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.revision = 0
        self.full: Text | None = None  # why a quota allows no new table
        self._use(Policy())

    def use(self, stored: PolicyText) -> set[str]:
        """Apply what was stored; return the hashes of the tables that were changed since the last policy."""
        policy = Policy.read(stored.text)
        touched = {table for revision, table in policy.touched if revision > self.revision or stored.revision < self.revision}
        self.revision = stored.revision
        self._use(policy)
        return touched

    def _use(self, policy: Policy) -> None:
        self.policy = policy
        self._guests = {measure: _list_guests(policy, measure) for measure in ("ban", "mute")}
        self._networks = {
            measure: [(ipaddress.ip_network(rule.value), rule) for rule in policy.rules if rule.kind != "guest" and rule.measure == measure]
            for measure in ("ban", "mute")
        }
        self._match = lru_cache(4096)(self._match_networks)

    @property
    def names_guests(self) -> bool:
        """Whether guests are banned, so that each request's guest has to be known."""
        return bool(self._guests["ban"])

    @property
    def is_read_only(self) -> bool:
        """Whether nothing may be changed."""
        return self.policy.mode == "read-only"

    @property
    def pause(self) -> Text | None:
        """Why nothing at any table may be changed now; None if it may."""
        return READ_ONLY if self.is_read_only else None

    @property
    def notice(self) -> Text | None:
        """The message to everybody, while it holds."""
        notice = self.policy.notice
        return notice.text if notice is not None and (notice.until is None or self.clock() < notice.until) else None

    def find_rule(self, measure: Measure, guest: str, place: str) -> Rule | None:
        """Return the ban or mute of a guest at an address, if there is one. `place` is an address as limits count it."""
        now = self.clock()
        known = self._guests[measure]
        rule = known.get(hash_guest(guest)) if known and guest else None
        found = (rule, *(self._match(measure, place) if self._networks[measure] else ()))
        return next((each for each in found if each is not None and each.is_active(now)), None)

    def describe_ban(self, guest: str, place: str) -> Text | None:
        """Describe the ban of a guest at an address; None if there is none."""
        rule = self.find_rule("ban", guest, place)
        return None if rule is None else _describe(BANNED, rule)

    def check_chat(self, guest: str, place: str) -> None:
        """Raise Refused for somebody who is muted."""
        rule = self.find_rule("mute", guest, place)
        if rule is not None:
            text = _describe(MUTED, rule)
            raise Refused(text.fr, text.en)

    def check_new_table(self) -> None:
        """Raise Refused if no table may be opened now."""
        closed = {"open": self.full, "no-new-tables": NO_NEW_TABLES, "read-only": READ_ONLY}[self.policy.mode]
        if closed is not None:
            raise Refused(closed.fr, closed.en)

    def measure(self, tables: int, database_bytes: float, free_bytes: float | None) -> None:
        """Compare the size of the store with the quotas."""
        quotas = self.policy.quotas
        low = quotas.free_bytes and free_bytes is not None and free_bytes < quotas.free_bytes
        large = quotas.database_bytes and database_bytes >= quotas.database_bytes
        many = quotas.tables and tables >= quotas.tables
        self.full = FULL_DISK if low or large else MANY_TABLES if many else None

    def _match_networks(self, measure: Measure, place: str) -> tuple[Rule, ...]:
        try:
            found = ipaddress.ip_network(place)
        except ValueError:
            return ()
        return tuple(rule for network, rule in self._networks[measure] if _contains(network, found))


def _list_guests(policy: Policy, measure: str) -> dict[str, Rule]:
    return {rule.value: rule for rule in policy.rules if rule.kind == "guest" and rule.measure == measure}


def _contains(network: ipaddress.IPv4Network | ipaddress.IPv6Network, found: ipaddress.IPv4Network | ipaddress.IPv6Network) -> bool:
    return network.version == found.version and network.prefixlen <= found.prefixlen and found.network_address in network


def _describe(text: Text, rule: Rule) -> Text:
    if rule.until is None:
        return Text(text.fr.replace("{0}", ""), text.en.replace("{0}", ""))
    end = datetime.fromtimestamp(rule.until, UTC)
    fr, en = f"{end:%d/%m/%Y à %H h %M}", f"{end:%Y-%m-%d %H:%M}"
    return Text(text.fr.replace("{0}", UNTIL.fr.replace("{0}", fr)), text.en.replace("{0}", UNTIL.en.replace("{0}", en)))
