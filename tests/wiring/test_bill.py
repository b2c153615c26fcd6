from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from hardware.kit.connections import NO_STRIP
from hardware.kit.kit import parse_kit
from tests.hardware.kit_text import shipped, to_toml
from tests.kit.kits import hansa_kit, hansa_plans
from wiring.bill import as_csv, as_markdown, bill, cost, cost_in_words, extras, load_tags
from wiring.catalogue import PlanError, load_catalogue
from wiring.cuts import USUAL_FIT
from wiring.kits import shipped_kits

CATALOGUE = load_catalogue()


def quantities(kit_name: str) -> dict[str, int]:
    return {line.part.id: line.quantity for line in bill(hansa_kit(kit_name), CATALOGUE)}


def test_tap_bill_has_a_resistor_for_each_led() -> None:
    found = quantities("tap")
    assert found["led"] == found["led-resistor"] == 14
    assert (found["reader"], found["button"]) == (1, 5)
    assert "pico" not in found


@pytest.mark.parametrize("name", ["tap", "board"])
def test_every_reader_has_its_capacitor_the_pad_too(name: str) -> None:
    found = quantities(name)
    assert found["reader-capacitor"] == found["reader"]


def test_board_bill_has_a_buffer_gate_for_each_reader_and_no_plain_led() -> None:
    found = quantities("board")
    assert found["reader"] == 10
    assert found["buffer"] == 3
    assert found["socket"] == found["bypass"] == 4  # the buffers and the level shifter
    assert found["pull-resistor"] == 19  # nine selects, nine inputs of gates, one reset
    assert (found["bus-resistor"], found["reader-plug"]) == (2, 9)
    assert found["tray"] == 3  # an upper layer, and a lower one cut twice
    assert not {"led", "plate"} & set(found)
    assert found["console-plate"] == 1


def test_chart_bill_has_what_a_wand_takes_and_lamps_only_as_extras() -> None:
    found = quantities("chart")
    assert [found[part] for part in ("wand-board", "wand-reader", "wand-buzzer", "buzzer-resistor")] == [1, 1, 1, 1]
    assert not {"lamp-string", "pico", "supply"} & set(found)
    lights = hansa_kit("chart").picos[1]
    more = {line.part.id: line.quantity for line in extras(lights, CATALOGUE)}
    assert more["lamp-string"] == 66  # 27 towns, 34 ways, 5 seats
    assert {"pico", "shifter", "supply", "fuse", "data-resistor"} <= set(more)


def test_lamps_that_were_built_are_in_the_bill() -> None:
    kit = hansa_kit("chart").with_serials({"lights": "x"})
    assert {line.part.id: line.quantity for line in bill(kit, CATALOGUE)}["lamp-string"] == 66


def test_bill_follows_the_kit_in_its_numbers_and_its_screen() -> None:
    tree = shipped("board")
    tree["pico"]["selects"] = {f"spot.{number}": number for number in range(2, 5)}
    tree["pico"]["strip"]["lamps"] = ["light.1..130"]
    tree["pico"]["strip"]["cap_ma"] = 1000
    tree["screen"]["driver"] = "sh1106"  # on SPI
    found = {line.part.id: line.quantity for line in bill(parse_kit(to_toml(tree), "k.toml"), CATALOGUE)}
    assert (found["reader"], found["buffer"], found["strip"]) == (4, 1, 3)
    assert "screen-sh1106-spi" in found


def test_strip_that_is_not_cut_is_bought_by_its_whole_length() -> None:
    lines = bill(hansa_kit("board"), CATALOGUE, strip_leds=95)
    assert {line.part.id: line.quantity for line in lines}["strip"] == 2
    assert quantities("board")["strip"] == 1


def test_tray_of_thinner_sheets_takes_more_of_them() -> None:
    thick, thin = (
        {line.part.id: line.quantity for line in bill(hansa_kit("board"), CATALOGUE, fit=fit)}["tray"]
        for fit in (USUAL_FIT, USUAL_FIT._replace(sheet_mm=USUAL_FIT.sheet_mm / 2))
    )
    assert thin > thick


def test_part_missing_from_the_catalogue_is_named() -> None:
    lacking = {key: part for key, part in CATALOGUE.parts.items() if key != "led-resistor"}
    with pytest.raises(PlanError, match="no part 'led-resistor'"):
        bill(hansa_kit("tap"), replace(CATALOGUE, parts=lacking))


@pytest.mark.parametrize("name", shipped_kits())
def test_list_says_the_same_as_table_and_as_sheet(name: str) -> None:
    lines = bill(hansa_kit(name), CATALOGUE)
    rows = list(csv.DictReader(io.StringIO(as_csv(lines))))
    assert [(int(row["quantity"]), row["part"]) for row in rows] == [(line.quantity, line.part.name) for line in lines]
    table = as_markdown(lines).splitlines()[2:]
    assert [row.split(" | ")[0] for row in table] == [f"| {line.quantity}" for line in lines]


@pytest.mark.parametrize("name", shipped_kits())
def test_totals_are_the_sums_of_what_is_not_optional(name: str) -> None:
    tags = load_tags(hansa_plans().tags.read_text(encoding="utf-8"), "tags.toml")
    lines = bill(hansa_kit(name), CATALOGUE, tags)
    rows = list(csv.DictReader(io.StringIO(as_csv(lines))))
    counted = [row for row in rows if not row["optional"]]
    assert len(rows) - len(counted) == 1  # the goods markers
    low, high = cost(lines)
    assert low == pytest.approx(sum(float(row["EUR from, estimated"]) for row in counted), abs=0.1)
    assert high == pytest.approx(sum(float(row["EUR to, estimated"]) for row in counted), abs=0.1)
    said = cost_in_words(lines, tags, CATALOGUE)
    assert f"{5 * round(low / 5)} to {5 * round(high / 5)}" in said
    assert CATALOGUE.prices in said
    assert "Estimated" in said


def test_tags_of_the_game_come_last_with_their_numbers() -> None:
    tags = load_tags(hansa_plans().tags.read_text(encoding="utf-8"), "tags.toml")
    assert {line.part.id: line.quantity for line in tags} == {"tag-ship": 1, "tag-booth": 60, "tag-marker": 78}
    assert bill(hansa_kit("tap"), CATALOGUE, tags) == (*bill(hansa_kit("tap"), CATALOGUE), *tags)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 2\n", "tags.toml: format: 2 given"),
        ("format = 1\n", "tags.toml: tag: nothing given"),
        (
            'format = 1\n[[tag]]\nid = "x"\nname = "y"\nlook_for = "z"\nsearch = "s"\neur = [1, 2]\nquantity = 0\n',
            r"tag\[0\]\"?\.quantity: 0 given",
        ),
    ],
)
def test_tags_that_cannot_be_counted_are_refused_by_file_and_key(text: str, said: str) -> None:
    with pytest.raises(PlanError, match=said):
        load_tags(text, "tags.toml")


def test_pico_with_only_a_buzzer_takes_a_board_and_no_power_for_lamps() -> None:
    lights = hansa_kit("chart").picos[1]
    bell = replace(lights, name="bell", strip=NO_STRIP, table_buzzer=7)
    more = {line.part.id: line.quantity for line in extras(bell, CATALOGUE)}
    assert (more["pico"], more["wand-buzzer"], more["buzzer-resistor"]) == (1, 1, 1)
    assert not {"lamp-string", "supply", "shifter"} & set(more)
    both = replace(hansa_kit("chart"), picos=(*hansa_kit("chart").picos, bell)).with_serials(
        {"lights": "x", "bell": "y"}
    )
    found = {line.part.id: line.quantity for line in bill(both, CATALOGUE)}
    assert (found["pico"], found["wand-buzzer"]) == (2, 2)
