"""Open files that must not be handed on."""

import os

_MANY = 4096  # a server that forks workers has a dozen


def let_go(kept: set[int]) -> None:
    """Closes every descriptor of this process but these."""
    low = 0
    for fd in sorted(kept):
        if low < fd:  # an empty range would be taken for all there is
            os.closerange(low, fd)
        low = fd + 1
    os.closerange(low, _MANY)
