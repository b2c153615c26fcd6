"""Several devices of one kind as one port, such as the pad on the Pi and the readers behind the Pico."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hardware.ports import Health, Lamps, Light, Paced, Port, Readers, Recounting, Signal, Signalling, Sink


class _Joined:
    """What all joined ports share."""

    def __init__(self, ports: Sequence[Port]) -> None:
        self._all = tuple(ports)

    def open(self, sink: Sink) -> None:
        """Open all; when one refuses, those already open are closed again."""
        try:
            for port in self._all:
                port.open(sink)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close all."""
        for port in self._all:
            port.close()

    @property
    def health(self) -> Mapping[str, Health]:
        """The health of each part."""
        return {name: health for port in self._all for name, health in port.health.items()}

    def late_s(self) -> float:
        """Return how late the slowest of them is."""
        return max((port.late_s() for port in self._all if isinstance(port, Paced)), default=0.0)


class JoinedReaders(_Joined):
    """Readers of several devices."""

    def __init__(self, ports: Sequence[Readers]) -> None:
        super().__init__(ports)
        self._readers = tuple(ports)
        # Checked once: checking a protocol is slow, and a player waits for the signal at every touch.
        self._signalling = tuple(port for port in ports if isinstance(port, Signalling))

    @property
    def names(self) -> tuple[str, ...]:
        """All readers."""
        return tuple(name for port in self._readers for name in port.names)

    def watch(self, hot: Iterable[str]) -> None:
        """Pass on where something is likely to happen."""
        hot = tuple(hot)
        for port in self._readers:
            port.watch(hot)

    def recount(self) -> None:
        """Ask all devices that can recount."""
        for port in self._readers:
            if isinstance(port, Recounting):
                port.recount()

    def signal(self, reader: str, signal: Signal) -> None:
        """Pass on the result of a touch."""
        for port in self._signalling:
            port.signal(reader, signal)

    def call(self) -> None:
        """Call with all that can."""
        for port in self._signalling:
            port.call()


class JoinedLamps(_Joined):
    """Lamps of several devices."""

    def __init__(self, ports: Sequence[Lamps]) -> None:
        super().__init__(ports)
        self._lamps = tuple(ports)

    @property
    def names(self) -> tuple[str, ...]:
        """All lamps."""
        return tuple(name for port in self._lamps for name in port.names)

    def show(self, scene: Mapping[str, Light]) -> None:
        """Show the whole scene: each device shows its part."""
        for port in self._lamps:
            port.show(scene)
