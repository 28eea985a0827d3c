"""The internals of uvicorn and websockets that the room uses, name by name: an upgrade that changes any of them fails here first."""

import asyncio
import inspect
from collections import deque
from collections.abc import Callable
from types import GeneratorType
from typing import Any

import httptools
import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

# The class, its method, and its parameters that we pass or override; `async` if it is awaited.
METHODS: list[tuple[type, str, str]] = [
    (HttpToolsProtocol, "__init__", "(self, config, server_state, app_state, _loop)"),
    (HttpToolsProtocol, "connection_made", "(self, transport)"),
    (HttpToolsProtocol, "connection_lost", "(self, exc)"),
    (HttpToolsProtocol, "data_received", "(self, data)"),
    (HttpToolsProtocol, "pause_writing", "(self)"),
    (HttpToolsProtocol, "resume_writing", "(self)"),
    (HttpToolsProtocol, "on_message_begin", "(self)"),
    (HttpToolsProtocol, "on_url", "(self, url)"),
    (HttpToolsProtocol, "on_header", "(self, name, value)"),
    (HttpToolsProtocol, "on_headers_complete", "(self)"),
    (HttpToolsProtocol, "on_message_complete", "(self)"),
    (HttpToolsProtocol, "handle_websocket_upgrade", "(self)"),
    (HttpToolsProtocol, "_unset_keepalive_if_required", "(self)"),
    (HttpToolsProtocol, "_should_upgrade", "(self)"),
    (WebSocketsSansIOProtocol, "__init__", "(self, config, server_state, app_state, _loop)"),
    (WebSocketsSansIOProtocol, "connection_made", "(self, transport)"),
    (WebSocketsSansIOProtocol, "connection_lost", "(self, exc)"),
    (WebSocketsSansIOProtocol, "data_received", "(self, data)"),
    (WebSocketsSansIOProtocol, "pause_writing", "(self)"),
    (WebSocketsSansIOProtocol, "resume_writing", "(self)"),
    (WebSocketsSansIOProtocol, "handle_events", "(self)"),
    (WebSocketsSansIOProtocol, "handle_ping", "(self)"),
    (WebSocketsSansIOProtocol, "handle_parser_exception", "(self)"),
    (WebSocketsSansIOProtocol, "send_receive_event_to_app", "(self)"),
    (WebSocketsSansIOProtocol, "run_asgi", "async (self)"),
    (WebSocketsSansIOProtocol, "receive", "async (self)"),
    (ServerProtocol, "data_to_send", "(self)"),
    (ServerProtocol, "fail", "(self, code, reason)"),
    (uvicorn.Server, "__init__", "(self, config)"),
    (uvicorn.Server, "run", "(self, sockets)"),
    (uvicorn.Server, "startup", "async (self, sockets)"),
    (uvicorn.Server, "on_tick", "async (self, counter)"),
    (uvicorn.Server, "shutdown", "async (self, sockets)"),
    (uvicorn.Server, "handle_exit", "(self, sig, frame)"),
]

# Attributes of new objects, with their types.
HELD: dict[str, dict[str, type | tuple[type, ...]]] = {
    "http": {
        "parser": httptools.HttpRequestParser,
        "transport": type(None),
        "client": type(None),
        "cycle": type(None),
        "headers": type(None),
        "pipeline": deque,
    },
    "socket": {
        "conn": ServerProtocol,
        "transport": type(None),
        "client": type(None),
        "loop": asyncio.AbstractEventLoop,
        "queue": asyncio.Queue,
        "writable": asyncio.Event,
        "frames": list,
        "curr_msg_data_type": str,
        "handshake_initiated": bool,
        "handshake_complete": bool,
        "close_sent": bool,
        "read_paused": bool,
    },
    "protocol": {"available_extensions": list, "extensions": list, "events": list, "parser": GeneratorType},
    "server": {"server_state": ServerState, "should_exit": bool},
    "state": {"connections": set},
    "cycle": {"response_started": bool, "response_complete": bool},
    "deflate": {"local_no_context_takeover": bool, "local_max_window_bits": int},
}


def signature_of(method: Callable[..., Any]) -> str:
    """Return a method's parameters without types and defaults."""
    names = ", ".join(inspect.signature(method).parameters)
    return f"{'async ' if inspect.iscoroutinefunction(method) else ''}({names})"


@pytest.mark.parametrize(("owner", "name", "expected"), METHODS, ids=[f"{owner.__name__}.{name}" for owner, name, _ in METHODS])
def test_a_method_we_take_over_or_call(owner: type, name: str, expected: str) -> None:
    assert hasattr(owner, name), f"{owner.__module__}.{owner.__name__} has no {name} any more"
    assert signature_of(getattr(owner, name)) == expected, f"{owner.__name__}.{name} takes other parameters than ours"


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    """One object of each kind."""

    async def make() -> dict[str, Any]:
        config = uvicorn.Config(_app, ws="websockets-sansio", log_config=None)
        config.load()
        state = ServerState()
        http = HttpToolsProtocol(config, state, {})
        socket = WebSocketsSansIOProtocol(config, state, {})
        cycle = RequestResponseCycle(*[None] * (len(inspect.signature(RequestResponseCycle).parameters)))  # type: ignore[arg-type]
        return {
            "http": http,
            "socket": socket,
            "protocol": socket.conn,
            "server": uvicorn.Server(config),
            "state": state,
            "cycle": cycle,
            "deflate": PerMessageDeflate(True, True, 12, 12),
        }

    return asyncio.run(make())


async def _app(scope: Any, receive: Any, send: Any) -> None:
    """Do nothing."""


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in HELD.items() for name in names])
def test_an_attribute_we_touch(kind: str, name: str, made: dict[str, Any]) -> None:
    owner = made[kind]
    assert hasattr(owner, name), f"{type(owner).__module__}.{type(owner).__name__} has no {name} any more"
    assert isinstance(getattr(owner, name), HELD[kind][name]), f"{type(owner).__name__}.{name} is now {getattr(owner, name)!r}"


def test_attributes_that_come_later(made: dict[str, Any]) -> None:
    """Attributes that exist only after a request, a handshake or a listener has begun."""
    for owner, method, written in (
        (HttpToolsProtocol, "on_message_begin", 'self.url = b""'),
        (HttpToolsProtocol, "on_message_begin", "self.headers = []"),
        (WebSocketsSansIOProtocol, "handle_connect", "self.scope"),
        (WebSocketsSansIOProtocol, "handle_connect", '"extensions"'),
        (WebSocketsSansIOProtocol, "handle_connect", "self.handshake_initiated = True"),
        (uvicorn.Server, "startup", "self.servers"),
    ):
        assert written in inspect.getsource(getattr(owner, method)), f"{owner.__name__}.{method} does without {written} now"
    assert made["protocol"].close_sent is None


def test_messages_are_compressed_by_an_extension_that_takes_our_words() -> None:
    expected = {"server_no_context_takeover", "server_max_window_bits", "client_max_window_bits", "compress_settings"}
    assert expected <= set(inspect.signature(ServerPerMessageDeflateFactory).parameters)


def test_the_parser_says_by_exceptions_what_it_met() -> None:
    assert issubclass(httptools.HttpParserUpgrade, Exception)
    assert issubclass(httptools.HttpParserError, Exception)
    assert not issubclass(httptools.HttpParserUpgrade, httptools.HttpParserError)
