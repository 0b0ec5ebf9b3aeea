"""TensorBoard's event files: protocol buffers in records with checksums, as much of them as scalars need."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Final

_POLYNOMIAL: Final = 0x82F63B78
"""Castagnoli's, bits reversed."""


def _entry(number: int) -> int:
    for _ in range(8):
        number = number >> 1 ^ (_POLYNOMIAL if number & 1 else 0)
    return number


_TABLE: Final = tuple(map(_entry, range(256)))


def crc32c(data: bytes) -> int:
    """Castagnoli's checksum.

    >>> hex(crc32c(b"123456789"))
    '0xe3069283'
    """
    crc = 0xFFFFFFFF
    for byte in data:
        crc = _TABLE[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def first_event() -> bytes:
    """The record every file begins with."""
    return _record(_double(1, 0.0) + _bytes(3, b"brain.Event:2"))


def event(step: int, time: float, scalars: Mapping[str, float]) -> bytes:
    """A record with scalars at a step."""
    values = b"".join(
        _bytes(1, _bytes(1, name.encode()) + _key(2, 5) + struct.pack("<f", scalar)) for name, scalar in scalars.items()
    )
    return _record(_double(1, time) + _key(2, 0) + _varint(step) + _bytes(5, values))


def _record(data: bytes) -> bytes:
    """Length, its checksum, data, its checksum."""
    length = struct.pack("<Q", len(data))
    return length + _masked(length) + data + _masked(data)


def _masked(data: bytes) -> bytes:
    """A checksum turned and shifted, so that checksums of checksums are no trouble."""
    crc = crc32c(data)
    return struct.pack("<I", ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF)


def _key(field: int, wire: int) -> bytes:
    return _varint(field << 3 | wire)


def _bytes(field: int, data: bytes) -> bytes:
    return _key(field, 2) + _varint(len(data)) + data


def _double(field: int, number: float) -> bytes:
    return _key(field, 1) + struct.pack("<d", number)


def _varint(number: int) -> bytes:
    """Seven bits a byte, the lowest first.

    >>> _varint(300).hex()
    'ac02'
    """
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)
