"""The drop-in that opens the service to the network: returns its text for a configuration, or nothing."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from companion.config.settings import Config


def network_text(config: Config, lan: str) -> str:
    """Return the drop-in `lan` if something beyond this machine is named; else nothing."""
    servers = {"the journal's copy": _host(config.copy), "the hub": _host(config.hub.server)}
    page = config.web.bind if config.web.serve else ""
    if all(map(_is_here, (*servers.values(), page))):
        return ""
    text = lan
    for use, server in servers.items():
        # A name is looked up, and found, in the local network.
        if _is_address(server) and not ip_address(server).is_private and server not in text:
            text += f"# The server of {use}.\nIPAddressAllow={server}\n"
    return text


def _host(address: str) -> str:
    return "" if address.startswith("unix:") else urlsplit(address).hostname or ""


def _is_here(host: str) -> bool:
    return host in ("", "localhost") or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
