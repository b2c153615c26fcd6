"""What the link may cost, as far as it is the same on every machine."""

from tests.lab.bench import firmware


def test_usual_scene_change_is_one_short_message() -> None:
    cost = firmware.scene_change()
    assert cost.messages == 1
    assert cost.wire_bytes <= 70


def test_piece_that_comes_to_rest_is_one_short_message() -> None:
    cost = firmware.piece_put_down()
    assert cost.messages == 1
    assert cost.wire_bytes <= 40


def test_nothing_but_the_heartbeat_is_heard_while_nothing_moves() -> None:
    to_device, to_host = firmware.idle_minute()
    assert 58 <= to_device.messages <= 62
    assert 58 <= to_host.messages <= 62
    assert to_device.wire_bytes + to_host.wire_bytes < 4500


def test_hot_reader_is_quicker_than_a_cold_one() -> None:
    delays = firmware.delay()
    assert delays.hot_ms < delays.cold_ms < 1000
    assert delays.hot_ms < 400
