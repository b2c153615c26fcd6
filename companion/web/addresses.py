"""The addresses of this machine, as a browser elsewhere names them; nothing is sent to find them."""

from __future__ import annotations

import fcntl
import socket
import struct
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

HERE = ("127.0.0.1", "::1")  # of a program on this machine
EVERYWHERE = frozenset({"0.0.0.0", "::"})
_THIS_MACHINE = "127.0.0.1"
_LOCALHOST = "localhost"
_INTERFACES = Path("/sys/class/net")
_SIOCGIFADDR = 0x8915  # netdevice(7): the IPv4 address of an interface
_IFREQ = "16s24x"  # its name of at most 15 bytes, then the request
_ADDRESS_AT = 20  # after name, family and port


def lan_address() -> str:
    """Return this machine's address on the local network: that of the default route, otherwise of an interface."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            address: str = probe.getsockname()[0]
        except OSError:
            # A hall with a switch but no router has no such route.
            found = (_of_interface(probe, name) for name in _interfaces())
            return next((one for one in found if one and not ip_address(one).is_loopback), _THIS_MACHINE)
    return address


def local_name(bind: str) -> str:
    """Return this machine's name for its own browser: localhost, or the address if that name leads elsewhere.

    It leads nowhere on machines whose /etc/hosts lacks it, as in some containers, and often to only one family.
    """
    try:
        found = socket.getaddrinfo(_LOCALHOST, None, type=socket.SOCK_STREAM)
    except OSError:
        found = []
    return _LOCALHOST if any(one[4][0] == bind for one in found) else bind


def in_url(address: str) -> str:
    """Return an address or a name as the host of a URL.

    >>> in_url("fe80::1"), in_url("192.168.1.20")
    ('[fe80::1]', '192.168.1.20')
    """
    return f"[{address}]" if ":" in address else address


def is_same_address(host: str, address: str) -> bool:
    """Return whether the host of a URL is exactly this address; a name never is, wherever it leads.

    >>> is_same_address("[::1]", "::1"), is_same_address("192.168.1.20", "::ffff:192.168.1.20")
    (True, True)
    >>> is_same_address("localhost", "127.0.0.1")
    False
    """
    named = _literal(host[1:-1] if host.startswith("[") and host.endswith("]") else host)
    # Link-local addresses end with their interface, which browsers leave out.
    return named is not None and named == _literal(address.partition("%")[0])


def _literal(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text)
    except ValueError:
        return None
    # A socket for both families reports IPv4 callers in IPv6 form.
    return (isinstance(address, IPv6Address) and address.ipv4_mapped) or address


def _interfaces() -> list[str]:
    # Not if_nameindex(3), which uses netlink: the service may not.
    try:
        return sorted(path.name for path in _INTERFACES.iterdir())
    except OSError:
        return []


def _of_interface(probe: socket.socket, name: str) -> str:
    try:
        answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack(_IFREQ, name.encode()))
    except OSError:
        return ""  # no address
    return socket.inet_ntoa(answer[_ADDRESS_AT : _ADDRESS_AT + 4])
