"""What the operator has decided about the whole room: its mode, bans, mutes, quotas and a notice to everybody."""

import hashlib
import ipaddress
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal, get_args

from tableronde.text import Text

Mode = Literal["open", "no-new-tables", "read-only"]
Kind = Literal["guest", "address", "network"]
Measure = Literal["ban", "mute"]
MODES: Final[tuple[Mode, ...]] = get_args(Mode)
MAX_RULES: Final = 10_000  # bans and mutes
MAX_TOUCHED: Final = 1_000  # tables that are remembered as changed
LONGEST_NOTICE: Final = 300  # characters


def hash_guest(guest: str) -> str:
    """Return the whole hash of a guest or a table; the log shows its first eight letters."""
    return hashlib.sha256(guest.encode()).hexdigest()


@dataclass(frozen=True)
class Rule:
    """A ban or a mute: of a guest (as a hash), an address or a network, for a time or until it is lifted."""

    number: int
    measure: Measure
    kind: Kind
    value: str
    since: float
    until: float | None = None  # None: until it is lifted
    reason: str = ""

    def is_active(self, now: float) -> bool:
        """Return whether it has not ended."""
        return self.until is None or now < self.until


@dataclass(frozen=True)
class Notice:
    """A message to everybody in the room."""

    fr: str
    en: str
    until: float | None = None

    @property
    def text(self) -> Text:
        """The message in both languages."""
        return Text(self.fr, self.en)


@dataclass(frozen=True)
class Quotas:
    """What the room may take up before it opens no new tables; 0: as much as there is."""

    tables: int = 0  # in the store
    database_bytes: int = 0  # of the store
    free_bytes: int = 0  # to be left on the disk; unknown for a database server


@dataclass(frozen=True)
class Policy:
    """Everything the operator has decided about the whole room."""

    mode: Mode = "open"
    notice: Notice | None = None
    quotas: Quotas = Quotas()
    rules: tuple[Rule, ...] = ()
    last_rule: int = 0  # the number of the latest rule
    touched: tuple[tuple[int, str], ...] = ()  # tables that the operator has changed: the revision, and the hash as in the log

    def json(self) -> str:
        """Return the policy as it is stored."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> "Policy":
        """Read a stored policy. What a later version has added is ignored."""
        if not text:
            return cls()
        found: dict[str, Any] = json.loads(text)
        mode = found.get("mode", "open")
        return cls(
            mode if mode in MODES else "read-only",  # a mode of a later version is stricter than none
            _read(Notice, found["notice"]) if found.get("notice") else None,
            _read(Quotas, found.get("quotas", {})),
            tuple(_read(Rule, each) for each in found.get("rules", ())),
            int(found.get("last_rule", 0)),
            tuple((int(revision), str(table)) for revision, table in found.get("touched", ())),
        )

    def with_rule(self, measure: Measure, kind: Kind, value: str, now: float, until: float | None, reason: str) -> "Policy":
        """Add a ban or a mute, in the place of an earlier one of the same; raise ValueError if there are too many."""
        kept = tuple(rule for rule in self.rules if rule.is_active(now) and (rule.measure, rule.kind, rule.value) != (measure, kind, value))
        if len(kept) >= MAX_RULES:
            raise ValueError(f"there are {MAX_RULES} bans and mutes already: lift some, or ban a network")
        number = self.last_rule + 1
        return replace(self, rules=(*kept, Rule(number, measure, kind, value, now, until, reason)), last_rule=number)

    def without_rules(self, numbers: Iterable[int]) -> "Policy":
        """Lift bans or mutes."""
        gone = set(numbers)
        return replace(self, rules=tuple(rule for rule in self.rules if rule.number not in gone))

    def with_touched(self, revision: int, tables: Iterable[str]) -> "Policy":
        """Note which tables were changed by a revision, so that the room loads them again."""
        return replace(self, touched=(*self.touched, *((revision, table) for table in tables))[-MAX_TOUCHED:])


def _read(kind: type[Any], value: dict[str, Any]) -> Any:
    return kind(**{field.name: value[field.name] for field in fields(kind) if field.name in value})


def parse_address(text: str) -> tuple[Kind, str] | None:
    """Return an address or a network as rules name it; None if it is neither. An IPv6 address counts with its 64-bit network."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > 64:
        network = network.supernet(new_prefix=64)
    if isinstance(network, ipaddress.IPv4Network) and network.prefixlen == 32:
        return "address", str(network.network_address)
    return ("address" if network.prefixlen == 64 and "/" not in text else "network"), str(network)
