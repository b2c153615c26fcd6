"""Boot Debian 12 and 13, install the companion's package, and try everything: python -m tests.lab.boot [PART…].

Needs root, mmdebstrap and systemd-nspawn. The first run makes the root folders, which are kept in `build/roots`.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from systemd.package import debian as package
from tests.lab.boot import story, usb_story
from tests.lab.boot.booted import Booted, booted
from tests.lab.boot.commands import run
from tests.lab.boot.root_folder import BOOTING, PACKAGES, Debian, copy_in, prepare_checkout, unpacked
from tests.lab.boot.told import Told

SUITES: Final = {"12": "bookworm", "13": "trixie"}
# The package; a box of version 0.2, installed from a checkout, that moves over to it; the USB kit, by the package.
WAYS: Final = ("deb", "move", "usb")
# Of version 0.2.0, the only one that could be installed from a checkout.
CHECKOUT_OF: Final = "3f49b28c"
CUTS: Final = 4


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what was asked for; return 0 when everything held."""
    parser = argparse.ArgumentParser(prog="python -m tests.lab.boot", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join((*SUITES, *WAYS))}; without: all")
    parser.add_argument("--short", action="store_true", help="only whether it comes up, and goes down in peace")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.parts if name not in (*SUITES, *WAYS)]:
        parser.error(f"unknown part {', '.join(unknown)}; there are {', '.join((*SUITES, *WAYS))}")
    versions = [name for name in SUITES if name in options.parts] or list(SUITES)
    ways = [name for name in WAYS if name in options.parts] or list(WAYS)
    told = Told()
    with tempfile.TemporaryDirectory(prefix="boot-made-") as name:
        made = Path(name)
        (made / "wheels").mkdir()
        wheels = package.wheels_of_the_lock(made / "wheels")
        packages = make_packages(made / "debs", wheels)
        for version in versions:
            for way in ways:
                with unpacked(_debian(SUITES[version], way)) as folder:
                    copy_in(folder, "srv/debs", packages)
                    tell = partial(told.step, f"Debian {version}, {way}")
                    if options.short:
                        _short(folder, packages, tell)
                    elif way == "deb":
                        prepare_checkout(folder, story.CHECKOUT, wheels)
                        _by_package(folder, packages, tell)
                    elif way == "usb":
                        _usb_kit(folder, packages, tell)
                    else:
                        prepare_checkout(folder, story.CHECKOUT, wheels, CHECKOUT_OF)
                        _moves_over(folder, packages, tell)
    return told.end()


def _debian(suite: str, way: str) -> Debian:
    architecture = run("dpkg", "--print-architecture").strip()
    if way == "usb":
        return Debian(suite, architecture, (*PACKAGES, *BOOTING, *usb_story.PACKAGES), "-usb")
    return Debian(suite, architecture, (*PACKAGES, *BOOTING))


def make_packages(into: Path, wheels: Sequence[Path]) -> list[Path]:
    """Make the packages: this version, a later one, one later still that is broken, and the pad's driver.

    All have the same sources, but the broken one plays no game.
    """
    own, apart = package.make(into, wheels)
    version = own.name.split("_")[1]
    later, _ = package.make(into, wheels, version=f"{version}+later")
    laid = into / "laid"
    run("dpkg-deb", "--raw-extract", str(later), str(laid))
    control = laid / "DEBIAN/control"
    control.write_text(control.read_text().replace("+later", "+unfit"))
    with (laid / story.LIBRARY / "companion/commands/simulate.py").open("a") as file:
        file.write("\n\ndef run(options: argparse.Namespace) -> int:\n    raise RuntimeError\n")
    return [own, later, package.build(laid, into), apart]


Tell = Callable[[str, Callable[[], object]], None]


def _short(folder: Path, packages: list[Path], tell: Tell) -> None:
    own, *_, apart = (path.name for path in packages)
    with booted(folder) as system:
        tell(
            "the package installs with no network", lambda: [story.install_package(system, one) for one in (apart, own)]
        )
        tell("it is up with its parts missing, and says so", lambda: story.is_up(system))
        tell("a wrong configuration stays down", lambda: story.wrong_configuration_stays_down(system))
        tell("it shuts down in peace", lambda: story.shuts_down_with_a_good_bye(system))


def _shared(system: Booted, tell: Tell) -> None:
    tell("up with its parts missing: READY, watchdog, page, and it says which", lambda: story.is_up(system))
    tell("a game goes on", lambda: story.put_game(system))
    tell("killed: started again, the game goes on", lambda: story.crash_is_mended(system))
    tell("stopped: ended by the watchdog and started again, the game goes on", lambda: story.hang_is_ended(system))
    tell("one part stuck: named, and started again, the game goes on", lambda: story.stuck_part_is_ended(system))
    tell("too much memory: told, and started again, the game goes on", lambda: story.leak_is_ended(system))
    tell("wrong configuration: exit 78, not started again", lambda: story.wrong_configuration_stays_down(system))
    tell("phones kept out, then let in", lambda: story.phones_are_let_in_and_kept_out(system))
    tell("phones forbidden, then allowed again", lambda: story.forbidden_phones_stay_out(system))
    tell("its user may not restart machine or service", lambda: story.user_may_switch_off_and_nothing_else(system))


def _by_package(folder: Path, packages: list[Path], tell: Tell) -> None:
    own, later, broken, apart = (path.name for path in packages)
    with booted(folder) as system:
        tell(
            "the packages install with no network", lambda: [story.install_package(system, one) for one in (apart, own)]
        )
        _shared(system, tell)
        tell("set up twice: nothing changes", lambda: story.setup_twice_changes_nothing(system))
        tell("make deb, with what is on a Pi", lambda: story.makes_its_own_package(system))
        tell(
            "upgrade, and back by the older package and the copy of the games",
            lambda: story.goes_forth_and_back(system, own, later),
        )
        tell(
            "upgrade that fails its self-test: not started, and the way back that it prints",
            lambda: story.failing_self_test_leads_back(system, own, broken),
        )
        tell("switched off by its user: ends in peace", lambda: story.shuts_down_with_a_good_bye(system))
    _cuts(folder, packages, tell)
    with booted(folder) as system:
        tell("the next boot brings it up with the game", lambda: (story.is_up(system), story.game_goes_on(system)))
        tell("purged: the games stay, nothing else", lambda: story.purge_leaves_the_games(system))
        tell(
            "installed again: the game goes on",
            lambda: (story.install_package(system, own), story.game_goes_on(system)),
        )


def _cuts(folder: Path, packages: list[Path], tell: Tell) -> None:
    """Cut the power inside dpkg, at moments that are spread over what it does to the companion's files."""
    own, later, *_ = (path.name for path in packages)
    counted: list[int] = []
    with booted(folder) as system:
        tell("changes of an upgrade are counted", lambda: counted.append(story.count_changes(system, later)))
    for number in range(CUTS if counted else 0):
        package, after = (own, later)[number % 2], counted[0] * (2 * number + 1) // (2 * CUTS)
        with booted(folder) as system:
            tell(
                f"power cut inside dpkg, after change {after} of {counted[0]}",
                partial(story.cut_inside_dpkg, system, package, after),
            )
        with booted(folder) as system:
            tell("the next boot, and the package again", partial(story.is_mended_after_the_cut, system, package))
    with booted(folder) as system:
        tell("power cut while dpkg sets it up", lambda: story.cut_while_it_is_set_up(system, later))
    with booted(folder) as system:
        tell("the next boot, and the package again", lambda: story.is_mended_after_the_cut(system, later))


def _moves_over(folder: Path, packages: list[Path], tell: Tell) -> None:
    own = packages[0].name
    with booted(folder) as system:
        tell("version 0.2 from a checkout", lambda: story.install_checkout(system))
        tell("a game goes on", lambda: story.put_game(system))
        tell("the package takes over", lambda: story.checkout_moves_over(system, own))
        tell("switched off by its user: ends in peace", lambda: story.shuts_down_with_a_good_bye(system))
    with booted(folder) as system:
        tell("the next boot brings it up with the game", lambda: (story.is_up(system), story.game_goes_on(system)))
        tell("purged: the games stay, nothing else", lambda: story.purge_leaves_the_games(system))


def _usb_kit(folder: Path, packages: list[Path], tell: Tell) -> None:
    own = packages[0].name
    with booted(folder) as system:
        tell("the package installs with no network", lambda: story.install_package(system, own))
        tell("a game goes on", lambda: story.put_game(system))
        tell("the USB kit without pcscd: up, and it says so", lambda: usb_story.choose_kit(system))
        tell("pcscd without a reader: told", lambda: usb_story.starts_without_reader(system))
        tell("a reader, and a tag on it: on the page", lambda: usb_story.reader_is_plugged_in(system))
        tell("reader unplugged, pcscd killed: told, then back", lambda: usb_story.reader_goes_and_comes_back(system))
        tell("only our rule lets its user in", lambda: usb_story.only_the_rule_lets_it_in(system))
        tell("purged: the games stay, nothing else", lambda: story.purge_leaves_the_games(system))


if __name__ == "__main__":
    if shutil.which("systemd-nspawn") is None:
        sys.exit("systemd-nspawn is not installed; `make lab PART=boot` installs it")
    sys.exit(main())
