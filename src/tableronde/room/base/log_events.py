"""Every kind of line that the room writes to its log. `docs/reference/log.md` explains each and what an operator does."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from logging import CRITICAL, ERROR, INFO, WARNING
from typing import Final

_LOGGER: Final = logging.getLogger("tableronde.room")


@dataclass(frozen=True, slots=True)
class LogEvent:
    """One kind of log line: a stable code for alerts, a level, a sentence for people, and the names of its fields."""

    code: str
    level: int
    message: str
    fields: tuple[str, ...] = ()

    def log(self, error: BaseException | None = None, **fields: object) -> None:
        """Write a line of this kind, with the traceback of `error` as `trace`."""
        _LOGGER.log(self.level, self.message, exc_info=error, extra={"event": self.code, **fields})


ROOM_OPENED: Final = LogEvent("room_opened", INFO, "The room accepts connections.", ("version", "port"))
ROOM_CLOSED: Final = LogEvent("room_closed", INFO, "The room has closed.")
NETWORK_OPENED: Final = LogEvent("network_opened", INFO, "The room was opened to the home network.", ("address",))
NETWORK_CLOSED: Final = LogEvent("network_closed", INFO, "The room was closed to the home network.")
BACKGROUND_TASK_FAILED: Final = LogEvent(
    "background_task_failed", CRITICAL, "A background task has ended; restart the room.", ("task", "trace")
)
UNTRUSTED_PROXY: Final = LogEvent(
    "untrusted_proxy", WARNING, "Requests arrive through a proxy that --proxy does not name; all its guests count as one address."
)

TABLE_OPENED: Final = LogEvent("table_opened", INFO, "A table was opened.", ("table", "game", "seats", "guest"))
TABLES_FORGOTTEN: Final = LogEvent("tables_forgotten", INFO, "Old tables were forgotten.", ("tables",))
TABLE_DAMAGED: Final = LogEvent("table_damaged", ERROR, "The stored data of a table cannot be read.", ("table",))

POLICY_CHANGED: Final = LogEvent(
    "policy_changed", INFO, "The operator has changed something; the room follows.", ("revision", "mode", "bans", "mutes", "tables")
)
POLICY_UNREADABLE: Final = LogEvent(
    "policy_unreadable", ERROR, "What the operator has decided cannot be read; the room keeps to what it knows.", ("fault",)
)
QUOTA_REACHED: Final = LogEvent("quota_reached", WARNING, "A quota is reached; no new tables are opened.", ("fault",))
QUOTA_FREED: Final = LogEvent("quota_freed", INFO, "No quota is reached any more; new tables can be opened.")

GAME_FAILED: Final = LogEvent("game_failed", ERROR, "The code of a game failed.", ("game", "fault", "trace"))
GAME_LEFT_OUT: Final = LogEvent("game_left_out", WARNING, "A game could not be put on the shelf.", ("game", "fault"))
PRINT_LOST: Final = LogEvent("print_lost", WARNING, "A process that printed a game was lost.", ("game", "fault"))
FIGURE_MISSING: Final = LogEvent("figure_missing", WARNING, "A rules page shows a figure that its game does not have.", ("game", "figure"))
FIGURE_BROKEN: Final = LogEvent("figure_broken", WARNING, "A figure of a rules page cannot be drawn.", ("game", "fault"))

BOT_FAILED: Final = LogEvent("bot_failed", ERROR, "A bot failed; a random action is played instead.", ("game", "bot", "fault", "trace"))
BOT_ILLEGAL_ACTION: Final = LogEvent(
    "bot_illegal_action", ERROR, "A bot chose an illegal action; a random one is played instead.", ("game", "fault")
)
BOT_DRIVER_FAILED: Final = LogEvent(
    "bot_driver_failed", ERROR, "The bots and clocks of a table stopped because of a fault.", ("game", "fault", "trace")
)
WORKER_LOST: Final = LogEvent("worker_lost", WARNING, "A worker process was lost and is replaced.", ("game", "bot", "fault"))
WORKER_TASK_REFUSED: Final = LogEvent("worker_task_refused", WARNING, "These workers cannot answer a task of another machine.", ("fault",))
REVIEW_FAILED: Final = LogEvent("review_failed", ERROR, "The review of a game failed.", ("game", "trace"))
EVALUATION_FAILED: Final = LogEvent("evaluation_failed", ERROR, "The evaluation of a position failed.", ("game", "trace"))
EVALUATION_GRAPH_FAILED: Final = LogEvent("evaluation_graph_failed", ERROR, "An evaluation graph failed.", ("game", "trace"))

STORE_MIGRATED: Final = LogEvent("store_migrated", INFO, "The store was brought to the version of this room.", ("version", "copy"))
STORE_UNREACHABLE: Final = LogEvent("store_unreachable", ERROR, "The store cannot be reached.", ("fault",))
STORE_RECONNECTED: Final = LogEvent("store_reconnected", INFO, "The store can be reached again.")
STORE_COMMIT_UNCERTAIN: Final = LogEvent(
    "store_commit_uncertain", WARNING, "The connection to the store was lost during a commit.", ("fault",)
)
STORE_WRITE_FAILED: Final = LogEvent("store_write_failed", ERROR, "Writing to the store failed unexpectedly.", ("trace",))
STORE_WRITER_DIED: Final = LogEvent("store_writer_died", CRITICAL, "The writer of the store has died; the room closes.", ("trace",))

HEARTBEAT_FAILED: Final = LogEvent("heartbeat_failed", WARNING, "A heartbeat of this node did not reach the store.", ("fault",))
HEARTBEAT_RECOVERED: Final = LogEvent("heartbeat_recovered", INFO, "Heartbeats of this node reach the store again.")
LEASE_LOST: Final = LogEvent("lease_lost", WARNING, "Other nodes have taken over tables of this node.", ("tables",))
LEASE_RELEASE_FAILED: Final = LogEvent(
    "lease_release_failed", WARNING, "A table could not be released; it is free when the lease of this node expires.", ("table",)
)
NODE_LEAVE_FAILED: Final = LogEvent(
    "node_leave_failed", WARNING, "This node could not sign off in the store; its tables are free when its lease expires."
)
NODE_SILENT: Final = LogEvent("node_silent", WARNING, "Another node is silent on the bus.", ("node",))
NODE_EXPIRED: Final = LogEvent("node_expired", WARNING, "The lease of another node has expired; its tables are taken over.", ("node",))
PROXIED_REQUEST_FAILED: Final = LogEvent("proxied_request_failed", ERROR, "A request that came through another node failed.", ("trace",))

BUS_CONNECTED: Final = LogEvent("bus_connected", INFO, "The bus is connected.")
BUS_UNREACHABLE: Final = LogEvent("bus_unreachable", ERROR, "The bus cannot be reached yet.", ("fault",))
BUS_DISCONNECTED: Final = LogEvent("bus_disconnected", WARNING, "The connection to the bus was lost.")
BUS_RECONNECTED: Final = LogEvent("bus_reconnected", INFO, "The bus is connected again.")
BUS_FAILED: Final = LogEvent("bus_failed", ERROR, "The bus reported a fault.", ("fault",))
BUS_MESSAGES_DROPPED: Final = LogEvent(
    "bus_messages_dropped", WARNING, "Messages of the bus were dropped because this node cannot keep up."
)
BUS_MESSAGE_INVALID: Final = LogEvent("bus_message_invalid", ERROR, "A message on the bus cannot be read.", ("fault",))
BUS_MESSAGE_UNSEALED: Final = LogEvent("bus_message_unsealed", ERROR, "A message on the bus was not sealed by this room.", ("fault",))
BUS_MESSAGE_REPLAYED: Final = LogEvent("bus_message_replayed", ERROR, "A message on the bus was repeated by somebody; it was ignored.")
BUS_PROTOCOL_UNKNOWN: Final = LogEvent(
    "bus_protocol_unknown", ERROR, "A message on the bus has another protocol; stop all nodes, update them, and start them.", ("number",)
)
BUS_UNPROTECTED: Final = LogEvent(
    "bus_unprotected", WARNING, "The bus is reached over a network without a password or without TLS.", ("fault",)
)
BUS_SPLIT: Final = LogEvent(
    "bus_split",
    WARNING,
    "The store names living nodes that are not heard on this bus; compare the bus and the seals of all nodes.",
    ("nodes",),
)
BUS_WHOLE: Final = LogEvent("bus_whole", INFO, "All living nodes are heard on the bus again.")
NODES_DIFFER: Final = LogEvent(
    "nodes_differ", WARNING, "Another node has other games or editions; install the same on all nodes.", ("node", "games", "versions")
)

LIBRARY_MESSAGE: Final = LogEvent("library_message", ERROR, "", ("logger", "trace"))  # the sentence is the library's own

EVENTS: Final[Mapping[str, LogEvent]] = {event.code: event for event in tuple(globals().values()) if isinstance(event, LogEvent)}
