"""Buckets of keys, and the labels under which Spark spreads them evenly."""

from __future__ import annotations

_MASK = 0xFFFFFFFF


def labels(buckets: int, partitions: int) -> tuple[int, ...]:
    """A label for each bucket, so that Spark's hash puts bucket n into partition n, counted round and round."""
    found: list[list[int]] = [[] for _ in range(partitions)]
    wanted = -(-buckets // partitions)
    label = 0
    while any(len(some) < wanted for some in found):
        found[_signed(_murmur3(label)) % partitions].append(label)
        label += 1
    return tuple(found[bucket % partitions][bucket // partitions] for bucket in range(buckets))


def _murmur3(value: int, seed: int = 42) -> int:
    """Murmur3 of an int column, as Spark partitions by it."""
    mixed = _rotated(value * 0xCC9E2D51 & _MASK, 15) * 0x1B873593 & _MASK
    state = (_rotated(seed ^ mixed, 13) * 5 + 0xE6546B64) & _MASK
    state ^= 4
    state = (state ^ state >> 16) * 0x85EBCA6B & _MASK
    state = (state ^ state >> 13) * 0xC2B2AE35 & _MASK
    return state ^ state >> 16


def _rotated(value: int, by: int) -> int:
    return (value << by | value >> (32 - by)) & _MASK


def _signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value
