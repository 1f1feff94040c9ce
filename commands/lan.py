"""This machine's addresses on the local network."""

import fcntl
import socket
import struct
from ipaddress import ip_address

SIOCGIFADDR = 0x8915


def addresses() -> list[str]:
    """Return the IPv4 addresses of this machine that others can reach, the likeliest first."""
    found = [_towards_elsewhere(), *(_of_interface(name) for _, name in socket.if_nameindex())]
    usable = [each for each in found if each and not ip_address(each).is_loopback]
    return list(dict.fromkeys(usable))


def names() -> list[str]:
    """Return the host names of this machine."""
    own = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "[::1]", own, f"{own.split('.')[0]}.local"]


def _towards_elsewhere() -> str | None:
    """Return the address that a packet to the outside would carry; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _of_interface(name: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        request = struct.pack("256s", name.encode()[:15])
        try:
            answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
        except OSError:
            return None
    return socket.inet_ntoa(answer[20:24])
