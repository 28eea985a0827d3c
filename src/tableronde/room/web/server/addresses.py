"""Host names of the room, and the addresses and networks of its proxies, as an operator gives them."""

import ipaddress
import re
from argparse import ArgumentTypeError
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

NAME: Final = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
GROUP_BITS: Final = 64  # of an IPv6 address, which limits count together
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def parse_name(text: str) -> str:
    """Parse a host name for argparse; letters outside of ASCII are written as browsers send them."""
    try:
        name = text.strip().lower().encode("idna").decode() if text.strip() else ""
    except UnicodeError:
        name = ""
    if not NAME.fullmatch(name):
        raise ArgumentTypeError(f"a host name is written as play.example, without http://, port or path, not {text!r}")
    return name


def parse_proxy(text: str) -> str:
    """Parse the address or network of a proxy for argparse."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise ArgumentTypeError(f"a proxy is named by its address or network, such as 10.77.0.10 or 10.77.0.0/24, not {text!r}") from None
    return str(network.network_address) if network.prefixlen == network.max_prefixlen else str(network)


class TrustedProxies:
    """The addresses that are trusted to say where requests come from, as limits count addresses."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._networks = tuple(_group(ipaddress.ip_network(text, strict=False)) for text in texts)
        self._contains = lru_cache(4096)(self._find)

    def __contains__(self, group: str) -> bool:
        return bool(self._networks) and self._contains(group)

    def _find(self, group: str) -> bool:
        try:
            found = ipaddress.ip_network(group)
        except ValueError:
            return False
        return any(
            found.version == network.version and found.network_address in network and found.prefixlen >= network.prefixlen
            for network in self._networks
        )


def _group(network: Network) -> Network:
    """Return the network with at least what limits count together."""
    return network.supernet(new_prefix=GROUP_BITS) if network.version == 6 and network.prefixlen > GROUP_BITS else network
