"""Which drop-in opens the service to the network: the configuration enters, the text or nothing leaves."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from companion.config import Config


def network_text(config: Config, lan: str, *, phones: bool) -> str:
    """Give the drop-in `lan` if something beyond this machine is named, or phones may come; else nothing."""
    server = (urlsplit(config.copy).hostname or "") if config.copy and not config.copy.startswith("unix:") else ""
    page = config.web.bind if config.web.serve else ""
    if not phones and _is_here(server) and _is_here(page):
        return ""
    if not _is_address(server) or ip_address(server).is_private:
        return lan  # a name is looked up, and found, in the local network
    return f"{lan}# The server of the journal's copy.\nIPAddressAllow={server}\n"


def _is_here(host: str) -> bool:
    return host in ("", "localhost") or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
