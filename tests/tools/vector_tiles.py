# SPDX-License-Identifier: MIT
"""Reads vector tiles strictly: what https://github.com/mapbox/vector-tile-spec 2.1 does not allow raises ValueError. Not strictly, empty layers, repeated
points and rings without an area pass.

    python3 vector_tiles.py FILE    prints its layers and features
"""

import dataclasses
import struct
import sys


@dataclasses.dataclass
class Feature:
    id: int | None
    kind: str  # point, line or polygon
    attributes: dict  # name: (variant, value)
    parts: list  # lines and rings as lists of (x, y), a ring without its first point at the end; points as one list


@dataclasses.dataclass
class Layer:
    name: str
    extent: int
    features: list


def expect(condition, message):
    if not condition:
        raise ValueError(message)


def varint(data, at):
    value = shift = 0
    while True:
        expect(at < len(data) and shift < 64, "a number ends too early")
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def fields(data):
    """(number, value) of a message; texts and messages as bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        wire = key & 7
        if wire == 0:
            value, at = varint(data, at)
        else:
            expect(wire in (1, 2, 5), f"wire type {wire}")
            size, at = varint(data, at) if wire == 2 else ({1: 8, 5: 4}[wire], at)
            value, at = data[at:at + size], at + size
            expect(at <= len(data), "a field ends too early")
        yield key >> 3, value


def packed(data):
    at = 0
    while at < len(data):
        value, at = varint(data, at)
        yield value


def signed(value):
    return (value >> 1) ^ -(value & 1)


def value_of(data):
    found = list(fields(data))
    expect(len(found) == 1, "a value has one variant")
    number, value = found[0]
    readers = {1: ("string", lambda: value.decode()), 2: ("float", lambda: struct.unpack("<f", value)[0]), 3: ("double", lambda: struct.unpack("<d", value)[0]),
               4: ("int", lambda: value - (1 << 64 if value >> 63 else 0)), 5: ("uint", lambda: value), 6: ("sint", lambda: signed(value)), 7: ("bool", lambda: bool(value))}
    expect(number in readers, f"variant {number}")
    name, read = readers[number]
    return name, read()


def area(ring):
    """Twice of it; positive for outer rings, y down."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))


def parts_of(commands, kind, is_strict):
    commands, at, x, y, parts = list(commands), 0, 0, 0, []
    is_open = False
    while at < len(commands):
        command, count = commands[at] & 7, commands[at] >> 3
        at += 1
        expect(command in (1, 2, 7) and count > 0, f"command {command} of {count}")
        if command == 7:
            expect(kind == "polygon" and count == 1 and is_open, "ClosePath")
            is_open = False
            continue
        expect(at + 2 * count <= len(commands), "parameters are missing")
        expect(command == 1 or (kind != "point" and is_open), "LineTo without MoveTo")
        for _ in range(count):
            dx, dy = signed(commands[at]), signed(commands[at + 1])
            at += 2
            expect(command == 1 or dx or dy or not is_strict, "LineTo to the same place")
            x, y = x + dx, y + dy
            if command == 1 and (kind != "point" or not parts):
                expect(kind == "point" or (count == 1 and not (kind == "polygon" and is_open)), "MoveTo")
                parts.append([])
            parts[-1].append((x, y))
            is_open = True
    expect(parts or not is_strict, "a geometry has points")
    expect(not is_strict or (kind == "point" or all(len(part) >= (3 if kind == "polygon" else 2) for part in parts)), "too few points")
    expect(kind != "polygon" or not is_strict or (not is_open and area(parts[0]) > 0 and all(map(area, parts))), "rings")
    return parts


def feature_of(data, keys, values, is_strict):
    identity, kind, tags, commands = None, 0, [], b""
    for number, value in fields(data):
        if number == 1:
            identity = value
        elif number == 2:
            tags = list(packed(value))
        elif number == 3:
            kind = value
        elif number == 4:
            commands = value
    expect(1 <= kind <= 3, f"geometry type {kind}")
    expect(len(tags) % 2 == 0 and len(set(tags[::2])) == len(tags) // 2, "tags")
    kind = ("point", "line", "polygon")[kind - 1]
    return Feature(identity, kind, {keys[key]: values[value] for key, value in zip(tags[::2], tags[1::2])}, parts_of(packed(commands), kind, is_strict))


def layer_of(data, is_strict):
    found = {}
    for number, value in fields(data):
        found.setdefault(number, []).append(value)
    expect(found.get(15) == [2] and len(found.get(1, ())) == 1, "version and name")
    keys = [key.decode() for key in found.get(3, ())]
    values = [value_of(value) for value in found.get(4, ())]
    expect(not is_strict or (len(set(keys)) == len(keys) and len(set(values)) == len(values)), "keys and values are listed once")
    expect(found.get(2) or not is_strict, "a layer has features")
    return Layer(found[1][0].decode(), found.get(5, [4096])[0], [feature_of(feature, keys, values, is_strict) for feature in found.get(2, ())])


def read(data, is_strict=True):
    """The layers of a tile, in its order."""
    layers = []
    for number, value in fields(data):
        expect(number == 3, f"field {number} of a tile")
        layers.append(layer_of(value, is_strict))
    expect(len({layer.name for layer in layers}) == len(layers), "names of layers are unique")
    return layers


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        for layer in read(file.read()):
            print(layer.name, layer.extent)
            for feature in layer.features:
                print("  ", feature)
