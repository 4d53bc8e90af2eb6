"""The four functions that ENAMEL's input generators find in their namespace, besides `random` and `string`.

Written anew from what they are for, with the same draws of random numbers in the same order, so that a seed gives the
inputs that the benchmark's own programs give.
"""

import random
import string  # noqa: F401  (the generators use it)


def rand_parens(size: int, valid: bool = True, par: str = "()", sep: str | None = "") -> str | list[str]:
    """Random parentheses of an even length of at least `size`.

    Balanced: at depth 0 a group opens; else a coin decides, until what is left only just closes all. `sep` joins the
    groups; None gives them as a list. Not balanced (`valid` is false): ")(" between two balanced halves.
    """
    if not valid:
        half = (size + 1) // 2 - 1
        return f"{rand_parens(half, par=par)}{par[1]}{par[0]}{rand_parens(half, par=par)}"
    groups: list[list[str]] = []
    depth = 0
    for left in range(size + size % 2, 0, -1):
        if depth == 0:
            groups.append([])
            opens = True
        else:
            opens = depth < left and random.randint(0, 1) == 1
        groups[-1].append(par[0] if opens else par[1])
        depth += 1 if opens else -1
    texts = ["".join(group) for group in groups]
    return texts if sep is None else sep.join(texts)


def miller_rabin(n: int, k: int = 5) -> bool:
    """Whether n is probably prime: the Miller–Rabin test with up to k random bases."""
    if n in {2, 3}:
        return True
    if n == 1 or n % 2 == 0:
        return False
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(k):
        power = pow(random.randint(2, n - 2), odd, n)
        if power in {1, n - 1}:
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True


def rand_probably_prime(lb: int, ub: int | None = None) -> int:
    """A random number that is probably prime.

    Given one bound, between its half and itself, where Bertrand's postulate promises a prime; given two, from the lower
    one to the upper one or twice the lower one, whichever is more.
    """
    if ub is None:
        high = max(lb, 3)
        low = high // 2
    else:
        low = max(lb, 0)
        high = max(2 * low, ub, 3)
    while True:
        number = random.randint(low, high)
        if miller_rabin(number):
            return number


def rand_primality(size: int, lid: int, cid: int) -> int:
    """A number to test for primality.

    The first four cases of level 0 are fixed (a product of two primes, a Carmichael number, the even prime, a cube);
    all others are in turn a prime of about `size`, the square of a prime, and the product of two primes.
    """
    fixed = (59 * 509, 561, 2, 125)
    if lid == 0 and cid < len(fixed):
        return fixed[cid]
    size = max(size, 4)
    if cid % 3 == 0:
        return rand_probably_prime(size)
    root = int(size**0.5 + 1)
    if cid % 3 == 1:
        return rand_probably_prime(root) ** 2
    return rand_probably_prime(root) * rand_probably_prime(root)
