"""Where a phone finds this machine."""

from __future__ import annotations

import socket
from contextlib import suppress

EVERY_INTERFACE = {"0.0.0.0", "::", ""}


def phone_addresses() -> list[str]:
    """IPv4 addresses of this machine on its networks, the one towards the gateway first; none when offline.

    No packet is sent: connecting a UDP socket only asks the kernel which address it would use.
    """
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # TEST-NET-1, RFC 5737
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def page_urls(host: str, port: int) -> list[str]:
    """The addresses to type into a phone for a service bound to `host`.

    >>> page_urls("192.168.1.5", 8000)
    ['http://192.168.1.5:8000/']
    """
    hosts = phone_addresses() if host in EVERY_INTERFACE else [host]
    return [f"http://{each}:{port}/" for each in hosts]
