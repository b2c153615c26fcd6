"""The screen of a table that has none."""

from hardware.page_screen import PageScreen
from hardware.ports import Event, Frame, Screen


def test_screen_that_only_the_page_shows_takes_everything_and_is_never_ill() -> None:
    screen: Screen = PageScreen((128, 64))
    events: list[Event] = []
    screen.open(events.append)
    screen.show(Frame.blank(*screen.size))
    screen.close()
    assert (screen.size, dict(screen.health), events) == ((128, 64), {}, [])
