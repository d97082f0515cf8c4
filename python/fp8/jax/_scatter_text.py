"""Text of functions that scatter, in linalg, tensor, arith and scf."""

import dataclasses
import math

from fp8.jax import _scatter_loop
from fp8.jax._text import drop_units, generic, tensor

#: Slices that may be compared for each element of a sum; more are added in a
#: loop, one after the other.
_MAX_COMPARED = 16
_MAX_COMPARED_BATCHING = 256

_NEUTRAL = {
    ("add", "f"): "0.0",
    ("mul", "f"): "1.0",
    ("add", "i"): "0",
    ("mul", "i"): "1",
    ("max", "i"): str(-(2**31)),
    ("min", "i"): str(2**31 - 1),
}
_INFINITY = {
    "f32": ("0x7F800000", "0xFF800000"),
    "bf16": ("0x7F80", "0xFF80"),
    "f16": ("0x7C00", "0xFC00"),
}
_OP = {
    ("add", "f"): "arith.addf",
    ("mul", "f"): "arith.mulf",
    ("max", "f"): "arith.maximumf",
    ("min", "f"): "arith.minimumf",
    ("add", "i"): "arith.addi",
    ("mul", "i"): "arith.muli",
    ("max", "i"): "arith.maxsi",
    ("min", "i"): "arith.minsi",
}


@dataclasses.dataclass
class Scatter:
    """A stablehlo.scatter, with the names of its specification.

    Slices are counted by the dimensions of the indices that hold no coordinate. A
    dimension of the result along which slices lie at a position, and are not whole, is
    a *place*.
    """

    combiner: str
    element: str
    old_shape: list
    index_shape: list
    update_shape: list
    window: list
    inserted: list
    batching: list
    index_batching: list
    scattered: list
    index_dim: int
    in_bounds: bool

    def __post_init__(self):
        rank = len(self.old_shape)
        # Dimensions of the indices that count slices, and of the updates.
        self.counts = [d for d in range(len(self.index_shape)) if d != self.index_dim]
        self.update_counts = [
            d for d in range(len(self.update_shape)) if d not in self.window
        ]
        windowed = [
            d for d in range(rank) if d not in self.inserted and d not in self.batching
        ]
        self.window_of = dict(zip(windowed, self.window, strict=True))
        self.sizes = [
            self.update_shape[self.window_of[d]] if d in self.window_of else 1
            for d in range(rank)
        ]
        self.places = [
            d
            for d in range(rank)
            if d not in self.batching
            and (d in self.scattered or self.sizes[d] != self.old_shape[d])
        ]
        self.parts = [d for d in self.places if d in self.window_of]
        # Reduction loops: slices, then positions within slices.
        self.free = [d for d in self.counts if d not in self.index_batching]
        self.reduced = [self.index_shape[d] for d in self.free] + [
            self.sizes[d] for d in self.parts
        ]
        self.kind = "i" if self.element.startswith("i") else "f"

    def write(self, name):
        """Returns the text of the function `name`, from old, indices and updates to
        new."""
        old, indices, updates = (
            tensor(self.old_shape, self.element),
            tensor(self.index_shape, "i32"),
            tensor(self.update_shape, self.element),
        )
        terms = math.prod(self.reduced)
        if self.combiner == "set":
            body = self._compare() if terms == 1 else self._write_last()
        elif self._fits_loop(terms):
            body = _scatter_loop.add_in_loop(self)
        else:
            body = self._compare()
        head = (
            f"func.func private @{name}(%old: {old}, %indices: {indices}, "
            f"%updates: {updates}) -> {old} {{"
        )
        return "\n".join([head, *body, f"return %new : {old}", "}"])

    def _fits_loop(self, terms):
        if self.combiner != "add" or self.kind != "f":
            return False
        if any(self.sizes[d] != 1 for d in self.places):
            return False
        if self.batching:
            return terms > _MAX_COMPARED_BATCHING
        is_first = self.places == list(range(len(self.places)))
        return is_first or terms > _MAX_COMPARED

    # Compared with each position.

    def _maps(self, places_only=False):
        """Returns loops for the result, or for its positions, and reduction loops.

        Also returns maps of a coordinate, of the updates and of the result.
        """
        rank = len(self.old_shape)
        kept = sorted(set(self.places) | set(self.batching)) if places_only else None
        kept = list(range(rank)) if kept is None else kept
        loop = {d: f"d{i}" for i, d in enumerate(kept)}
        reduced = [f"d{len(kept) + i}" for i in range(len(self.reduced))]
        count = dict(zip(self.free, reduced, strict=False))
        for d, index_d in zip(self.batching, self.index_batching, strict=True):
            count[index_d] = loop[d]
        part = dict(zip(self.parts, reduced[len(self.free) :], strict=True))
        coordinate = ", ".join(count[d] for d in self.counts)
        by_update = dict(
            zip(self.update_counts, [count[d] for d in self.counts], strict=True)
        )
        for d, update_d in self.window_of.items():
            by_update[update_d] = part[d] if d in part else loop.get(d)
        update = (
            None
            if places_only
            else ", ".join(by_update[d] for d in range(len(self.update_shape)))
        )
        result = ", ".join(loop[d] for d in kept)
        return kept, loop, part, coordinate, update, result

    def _hit(self, loop, part, coordinates):
        """Returns lines that define %hit: whether a slice is at the position.

        %c<k> are the coordinates.
        """
        lines = []
        for k, d in enumerate(self.places):
            here = loop[d][1:]
            lines += [f"%h{k} = linalg.index {here} : index"]
            parts = []
            if d in self.scattered:
                c = coordinates[self.scattered.index(d)]
                lines += [f"%x{k} = arith.index_cast {c} : i32 to index"]
                parts.append(f"%x{k}")
            if d in part:
                lines += [f"%t{k} = linalg.index {part[d][1:]} : index"]
                parts.append(f"%t{k}")
            if len(parts) == 2:
                lines += [f"%y{k} = arith.addi {parts[0]}, {parts[1]} : index"]
                parts = [f"%y{k}"]
            lines += [f"%e{k} = arith.cmpi eq, {parts[0]}, %h{k} : index"]
            before = f"%a{k - 1}" if k else "%true"
            lines += [f"%a{k} = arith.andi {before}, %e{k} : i1"]
        hit = f"%a{len(self.places) - 1}" if self.places else "%true"
        return ["%true = arith.constant true", *lines], hit

    def coordinates(self):
        """Returns lines that define %i<k>, the indices of each scattered dimension."""
        return _split_coordinates(self.index_shape, self.index_dim, self.scattered)

    def _compare(self):
        _, loop, part, coordinate, update, result = self._maps()
        lines, names, kind = self.coordinates()
        coordinates = [f"%c{k}" for k in range(len(names))]
        hit, flag = self._hit(loop, part, coordinates)
        if self.combiner == "set":
            body = [*hit, f"%v = arith.select {flag}, %u, %o : {self.element}"]
        else:
            op = _OP[self.combiner, self.kind]
            body = [
                *hit,
                f"%n = arith.constant {self._neutral()} : {self.element}",
                f"%s = arith.select {flag}, %u, %n : {self.element}",
                f"%v = {op} %o, %s : {self.element}",
            ]
        inputs = [(name, kind, coordinate) for name in names]
        inputs.append(("%updates", tensor(self.update_shape, self.element), update))
        return lines + generic(
            "%new",
            inputs,
            ("%old", tensor(self.old_shape, self.element), result),
            ["parallel"] * len(self.old_shape) + ["reduction"] * len(self.reduced),
            [*[f"{c}: i32" for c in coordinates], f"%u: {self.element}"],
            f"%o: {self.element}",
            body,
            f"%v : {self.element}",
        )

    def _neutral(self):
        if self.kind == "f" and self.combiner in ("max", "min"):
            return _INFINITY[self.element][self.combiner == "max"]
        return _NEUTRAL[self.combiner, self.kind]

    # The last slice of each position.

    def _write_last(self):
        kept, loop, part, coordinate, _, result = self._maps(places_only=True)
        lines, names, kind = self.coordinates()
        coordinates = [f"%c{k}" for k in range(len(names))]
        hit, flag = self._hit(loop, part, coordinates)
        shape = [self.old_shape[d] for d in kept]
        number = ["%z = arith.constant 0 : index"]
        last = "%z"
        for i, extent in enumerate(self.reduced):
            number += [
                f"%l{i} = linalg.index {len(kept) + i} : index",
                f"%m{i} = arith.constant {extent} : index",
                f"%p{i} = arith.muli {last}, %m{i} : index",
                f"%q{i} = arith.addi %p{i}, %l{i} : index",
            ]
            last = f"%q{i}"
        body = [
            *hit,
            *number,
            f"%n = arith.index_cast {last} : index to i32",
            "%none = arith.constant -1 : i32",
            f"%s = arith.select {flag}, %n, %none : i32",
            "%v = arith.maxsi %o, %s : i32",
        ]
        winners = tensor(shape, "i32")
        lines += [
            "%minus = arith.constant -1 : i32",
            f"%winner_empty = tensor.empty() : {winners}",
            f"%winner_init = linalg.fill ins(%minus : i32) outs(%winner_empty : "
            f"{winners}) -> {winners}",
        ]
        # A map must contain each loop; the updates would otherwise provide it.
        reach = tensor(self.reduced, "i1")
        lines.append(f"%reach = tensor.empty() : {reach}")
        reach_map = ", ".join(f"d{len(kept) + i}" for i in range(len(self.reduced)))
        lines += generic(
            "%winner",
            [
                *[(name, kind, coordinate) for name in names],
                ("%reach", reach, reach_map),
            ],
            ("%winner_init", winners, result),
            ["parallel"] * len(kept) + ["reduction"] * len(self.reduced),
            [*[f"{c}: i32" for c in coordinates], "%unused: i1"],
            "%o: i32",
            body,
            "%v : i32",
        )
        return lines + self._gather_winners(kept, winners)

    def _gather_winners(self, kept, winners):
        rank = len(self.old_shape)
        body = [
            "%zero = arith.constant 0 : i32",
            "%there = arith.cmpi sge, %w, %zero : i32",
            "%w0 = arith.maxsi %w, %zero : i32",
            "%n = arith.index_cast %w0 : i32 to index",
        ]
        digits = {}
        rest = "%n"
        for i in reversed(range(len(self.reduced))):
            body += [
                f"%m{i} = arith.constant {self.reduced[i]} : index",
                f"%r{i} = arith.remui {rest}, %m{i} : index",
                f"%f{i} = arith.divui {rest}, %m{i} : index",
            ]
            digits[i], rest = f"%r{i}", f"%f{i}"
        count = {d: digits[i] for i, d in enumerate(self.free)}
        part = {d: digits[len(self.free) + i] for i, d in enumerate(self.parts)}
        for d in range(rank):
            body.append(f"%d{d} = linalg.index {d} : index")
        for d, index_d in zip(self.batching, self.index_batching, strict=True):
            count[index_d] = f"%d{d}"
        place = dict(
            zip(self.update_counts, [count[d] for d in self.counts], strict=True)
        )
        for d, update_d in self.window_of.items():
            place[update_d] = part[d] if d in part else f"%d{d}"
        at = ", ".join(place[d] for d in range(len(self.update_shape)))
        body += [
            f"%u = tensor.extract %updates[{at}] : "
            f"{tensor(self.update_shape, self.element)}",
            f"%v = arith.select %there, %u, %x : {self.element}",
        ]
        old = tensor(self.old_shape, self.element)
        whole = ", ".join(f"d{d}" for d in range(rank))
        return [
            f"%new_init = tensor.empty() : {old}",
            *generic(
                "%new",
                [
                    ("%winner", winners, ", ".join(f"d{d}" for d in kept)),
                    ("%old", old, whole),
                ],
                ("%new_init", old, whole),
                ["parallel"] * rank,
                ["%w: i32", f"%x: {self.element}"],
                f"%o: {self.element}",
                body,
                f"%v : {self.element}",
            ),
        ]


def _split_coordinates(shape, index_dim, scattered):
    """Returns lines that define %i<k>, of the dimensions that count slices; their names
    and type.
    """
    counts = [e for d, e in enumerate(shape) if d != index_dim]
    type_ = tensor(counts, "i32")
    if index_dim == len(shape):
        return [], ["%indices"], type_
    lines = []
    for k in range(len(scattered)):
        offsets = [k if d == index_dim else 0 for d in range(len(shape))]
        sizes = [1 if d == index_dim else e for d, e in enumerate(shape)]
        part = tensor(sizes, "i32")
        lines += [
            f"%s{k} = tensor.extract_slice %indices{offsets} {sizes} "
            f"{[1] * len(shape)} : {tensor(shape, 'i32')} to {part}",
            *drop_units(
                f"%i{k}",
                f"%s{k}",
                sizes,
                [d for d in range(len(shape)) if d != index_dim],
                "i32",
            ),
        ]
    return lines, [f"%i{k}" for k in range(len(scattered))], type_
