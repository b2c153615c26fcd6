"""Provinces in the order in which the pawn is wanted there: those whose routes hold most own pieces first."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.teutonica.rules.position import Position
from companion.games.teutonica.table.likely import own_pieces


def near_first(position: Position, provinces: Iterable[str]) -> list[str]:
    """Sort provinces by the pieces that the mover has on their routes."""
    seat, bordering = position.mover, position.setup.side.bordering
    assert seat is not None

    def there(province: str) -> int:
        return sum(own_pieces(position, route, seat) for route in bordering[province])

    return sorted(provinces, key=lambda province: -there(province))
