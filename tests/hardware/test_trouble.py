"""A trouble is its English sentence, and knows what it was made from."""

from __future__ import annotations

from hardware.trouble import NO_TROUBLE, Fault, Trouble, quoted


def test_trouble_reads_like_its_sentence() -> None:
    trouble = Trouble("there are {count} USB readers", count=2)
    assert (trouble, f"{trouble}!") == ("there are 2 USB readers", "there are 2 USB readers!")
    assert (trouble.template, dict(trouble.details)) == ("there are {count} USB readers", {"count": "2"})


def test_words_of_others_are_no_template() -> None:
    assert quoted(OSError(5, "{odd}")) == "[Errno 5] {odd}"
    assert quoted("x").template == "{words}"


def test_no_trouble_is_nothing() -> None:
    assert not NO_TROUBLE
    assert not quoted("", plainly="the reader does not work")


def test_fault_says_its_reason_and_has_a_remedy() -> None:
    fault = Fault(Trouble("no USB reader is found"), Trouble("plug it in"))
    assert (str(fault), fault.reason.template, fault.remedy) == ("no USB reader is found",) * 2 + ("plug it in",)
