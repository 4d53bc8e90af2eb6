"""The same random numbers in every process that draws them."""

import random
import sys


def seed_everything(seed: int) -> None:
    """Seeds Python's generator and those of the libraries that are loaded."""
    random.seed(seed)
    for library, path in (
        ("numpy", "random.seed"),
        ("torch", "manual_seed"),
        ("tensorflow", "random.set_seed"),
    ):
        found = sys.modules.get(library)
        for name in path.split("."):
            found = getattr(found, name, None)
        if callable(found):
            found(seed)
