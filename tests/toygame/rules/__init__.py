"""The rules of Pearls, pure.

Two to five divers draw pearls from a bag, unseen. Whoever draws may rinse the pearl and lays it on one of many beds;
the next diver, whose turn it is not, may then snatch it. On some beds a pearl counts double for whoever keeps it. When
the bag is empty, the game is over.
"""

from tests.toygame.rules.board import Board as Board
from tests.toygame.rules.moves import Answer as Answer
from tests.toygame.rules.moves import Draw as Draw
from tests.toygame.rules.moves import GivePoints as GivePoints
from tests.toygame.rules.moves import Lay as Lay
from tests.toygame.rules.moves import Move as Move
from tests.toygame.rules.moves import Rinse as Rinse
from tests.toygame.rules.play import Moves as Moves
from tests.toygame.rules.play import moves_of as moves_of
from tests.toygame.rules.position import BEDS as BEDS
from tests.toygame.rules.position import COLOURS as COLOURS
from tests.toygame.rules.position import PLACES as PLACES
from tests.toygame.rules.position import WORTH as WORTH
from tests.toygame.rules.position import Position as Position
