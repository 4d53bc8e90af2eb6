"""Whole numbers of which algorithms of number theory take the most: primes, semiprimes, neighbours of powers."""

from __future__ import annotations

import math
from random import Random

# With these bases Miller–Rabin is right for all numbers below 3.3 · 10^24 (Sorenson & Webster, 2015).
_BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def is_prime(number: int) -> bool:
    """Whether the number is prime; beyond 3.3 · 10^24 a composite may, in principle, be taken for one."""
    if number < 2:
        return False
    for prime in _BASES:
        if number % prime == 0:
            return number == prime
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, base, odd, twos) for base in _BASES)


def _passes(number: int, base: int, odd: int, twos: int) -> bool:
    power = pow(base, odd, number)
    if power in {1, number - 1}:
        return True
    for _ in range(twos - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


def prime_up_to(limit: int) -> int:
    """The largest prime that is not above the limit; 2 where there is none."""
    candidate = max(2, limit)
    while not is_prime(candidate):
        candidate -= 1
    return candidate


def semiprime_up_to(limit: int) -> int:
    """A product of two primes near the limit's square root, which trial division finds last; 4 at least."""
    first = prime_up_to(math.isqrt(max(4, limit)))
    return first * prime_up_to(max(4, limit) // first)


def near_power_of_two(limit: int, rng: Random) -> int:
    """The largest power of two that is not above the limit, or a neighbour of it by 1."""
    return (1 << max(1, limit).bit_length() - 1) + rng.choice((-1, 0, 1))


def near_fibonacci(limit: int, rng: Random) -> int:
    """The largest Fibonacci number that is not above the limit, or a neighbour of it by 1."""
    smaller, larger = 1, 1
    while larger <= limit:
        smaller, larger = larger, smaller + larger
    return smaller + rng.choice((-1, 0, 1))
