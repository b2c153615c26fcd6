"""A table in one process that is laid out again whenever its players choose another game."""

from __future__ import annotations

from companion.assembly.service import Service
from companion.assembly.sitting import NEWEST, Sitting
from companion.config.settings import Config
from companion.running.daemon import Daemon
from companion.running.devices import configured_kit, simulated_devices, simulated_table
from companion.running.posts import Claim, Posted, Reply
from companion.table.dialog import Dialog, Menu
from companion.table.intents import Choose


class SittingTable:
    """One sitting after another, and what the players choose there."""

    def __init__(self, config: Config, sitting: Sitting = NEWEST) -> None:
        self.config = config
        self.sittings: list[Sitting] = []
        self._sit(sitting)

    def _sit(self, sitting: Sitting | None) -> None:
        while sitting is not None:
            self.sittings.append(sitting)
            devices = simulated_devices(simulated_table(configured_kit(self.config, sitting.laid_out_for)))
            self.service = Service(
                self.config, devices, sitting=sitting, invents_pieces=True, asks=False, farewell_s=0.0
            )
            self.service.start()
            sitting = self.service.following
            if sitting:
                self.service.close()

    @property
    def daemon(self) -> Daemon:
        assert self.service.composed
        return self.service.composed.daemon

    @property
    def dialog(self) -> Dialog:
        return self.daemon.table.dialog

    @property
    def offered(self) -> list[str]:
        """What the lines of the menu say; nothing where no menu is open."""
        dialog = self.dialog
        return [choice.label.in_language(str) for choice in dialog.choices] if isinstance(dialog, Menu) else []

    def choose(self, line: int | str) -> Reply:
        """Choose a line, by its number or by what it says, and sit down to whatever follows."""
        replies: list[Reply] = []
        number = self.offered.index(line) if isinstance(line, str) else line
        self.daemon.handle(Posted(Choose("", number), None, replies.append, Claim()))
        if self.service.following:
            self.service.close()
            self._sit(self.service.following)
        return replies[0]

    def begin(self) -> None:
        """Begin a game the quickest way, by the first line of whatever is asked."""
        while self.daemon.table.kept.history is None:
            self.choose(0)

    def restart(self) -> None:
        """End, and start again with what was played last."""
        self.service.close()
        self._sit(NEWEST)

    def close(self) -> None:
        self.service.close()
