"""Colours as people see them: in the usual way, or with one of the three kinds of cones missing.

The matrices are those of Machado, Oliveira and Fernandes (2009) at full severity, for linear light.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap

Light = tuple[float, float, float]  # linear red, green and blue, from 0 to 1
Matrix = tuple[Light, Light, Light]

VISIONS: dict[str, Matrix] = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no long cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no medium cones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no short cones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
_LUMINANCE = (0.2126, 0.7152, 0.0722)
_XYZ = ((0.4124, 0.3576, 0.1805), _LUMINANCE, (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)


def light(colour: str) -> Light:
    """Return the light of a colour such as `#fff` or `#2459b8`.

    >>> light("#fff")
    (1.0, 1.0, 1.0)
    """
    digits = colour.removeprefix("#")
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else [digits[at : at + 2] for at in (0, 2, 4)]
    red, green, blue = (_linear(int(pair, 16) / 255) for pair in pairs)
    return red, green, blue


def seen(shown: Light, vision: str) -> Light:
    """Return what somebody with this vision sees, as the light that gives everybody the same impression."""
    red, green, blue = (min(1.0, max(0.0, _dot(row, shown))) for row in VISIONS[vision])
    return red, green, blue


def contrast(one: Light, other: Light) -> float:
    """Return how far letters stand out from their ground, as WCAG counts: from 1 to 21.

    >>> round(contrast(light("#fff"), light("#000")))
    21
    """
    dark, bright = sorted((_dot(_LUMINANCE, one), _dot(_LUMINANCE, other)))
    return (bright + 0.05) / (dark + 0.05)


def distance(one: Light, other: Light) -> float:
    """Return how far two colours are from each other in CIELAB: about 2 can just be seen, black and white have 100.

    >>> round(distance(light("#fff"), light("#000")))
    100
    """
    return float(sum((a - b) ** 2 for a, b in zip(_lab(one), _lab(other), strict=True)) ** 0.5)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _dot(row: Sequence[float], shown: Light) -> float:
    return sum(starmap(float.__mul__, zip(row, shown, strict=True)))


def _lab(shown: Light) -> Light:
    x, y, z = (_root(_dot(row, shown) / white) for row, white in zip(_XYZ, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
