"""What thinks, at the priority of the tests: on a busy machine one of the lowest would wait for minutes."""

from companion.thinking.mind import Mind

Mind(0, 1).run()
