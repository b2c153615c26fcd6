"""A second, plain implementation of Hansa Teutonica, to hold against the engine's.

It is slow on purpose: a state is the dict that the protocol shows, a move is legal when nothing speaks against it,
and every move works on a copy. Nothing of the engine is imported here but by ``soak``, which plays against it.

DECISIONS, where the texts leave a choice:

1. A replacement leaves its plate when it is turned up: in phase ``replace`` it is in ``step`` and ``plate`` is one
   less. So every marker is in exactly one place at any time.
2. A payment is asked for as soon as both kinds are in the supply, even if in the end all of them must go; the
   piece that is left then is paid by itself.
3. Room for extra pieces is judged before one is chosen, wherever it would come from. When stock and supply are
   empty and every other route is full, the relocation ends with ``no_room``, although lifting a piece would make room.
4. ``no_room`` is announced once: with the piece if the displaced one has no place (the extra ones are then not
   mentioned), with null if one or both of the extra ones have none.
5. The first turn, too, is announced by ``turn``, in the answer to the third reveal or to ``pawn``.
6. ``acted`` and ``walked`` keep their value through ``reveal``, ``replace`` and ``walk``; the next turn resets them.
   Playing a marker is no action and leaves ``acted`` alone.
7. Between ``establish`` and its benefit the pieces still stand on the route, and the marker taken is in ``step``.
8. A fourth or fifth player who links the two cities gets nothing and is not listed.
9. Phase ``walk`` comes at the end of each two-player turn without a free move, whether or not an action was taken.
10. Two offices of the same owner and kind may be swapped; the marker is spent all the same.
11. The pile counts thirteen from the beginning: the three first markers are never part of it.
12. In ``over`` the pawn stays where it is, plates keep their markers, and ``ending`` keeps the causes.
13. ``new`` without a game, or with another one, is not this game's request: ``unreadable`` here.
14. A victim in the colour of somebody who is not playing is ``nobody_there``, in that objection's own place in the
    order.
15. ``extra_office`` as a ``use`` has no further field; the city and the piece belong to the benefit of that name.
"""
