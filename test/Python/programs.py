"""Random steps of several states, for tests that compare targets.

A program pairs each of its states with a value of its shape: a new value, the
state itself, another state, a sum with it, or a view of another result. Its ops
have the same bits in any order: there are no NaN, and no sums except scatters,
which have one order.
"""

import random

TABLE, FLAT, PARTS, SQUARE, LINE, TURNED, ROW = (8, 6), (48,), (2, 4, 6), (6, 6), (36,), (6, 8), (6,)

# By the shape of the source: results, and the dimensions that are joined or split.
RESHAPES = {
    TABLE: [(FLAT, "collapse", "[[0, 1]]"), (PARTS, "expand", "[[0, 1], [2]]")],
    FLAT: [(TABLE, "expand", "[[0, 1]]"), (PARTS, "expand", "[[0, 1, 2]]")],
    SQUARE: [(LINE, "collapse", "[[0, 1]]")],
    LINE: [(SQUARE, "expand", "[[0, 1]]")],
    PARTS: [(TABLE, "collapse", "[[0, 1], [2]]"), (FLAT, "collapse", "[[0, 1, 2]]")],
}
UNARY = ["math.tanh", "math.absf", "arith.negf"]
BINARY = ["arith.addf", "arith.subf", "arith.mulf", "arith.maximumf"]


def tensor(shape):
    return "tensor<" + "".join(f"{size}x" for size in shape) + "f32>"


class Program:
    """The text of a step, by the number of a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.values = []  # (name, shape)
        shapes = [TABLE, *self.random.choices([TABLE, FLAT, PARTS, SQUARE, LINE], k=self.random.randint(0, 2))]
        self.states = [(f"%s{i}", shape) for i, shape in enumerate(shapes)]
        self.values += self.states
        self.scatter()
        makers = [self.scatter] * 3 + [self.view] * 2
        makers += [self.unary, self.binary, self.insert, self.turn, self.maxima, self.spread, self.fill]
        for _ in range(self.random.randint(2, 9)):
            self.random.choice(makers)()
        self.text = self.write()

    def pick(self, *shapes):
        """A value of one of `shapes`, of any if none is given."""
        fitting = [value for value in self.values if not shapes or value[1] in shapes]
        return self.random.choice(fitting) if fitting else None

    def add(self, shape, op):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {op}")
        self.values.append((name, shape))

    def empty(self, shape):
        name = f"%e{len(self.lines)}"
        self.lines.append(f"{name} = tensor.empty() : {tensor(shape)}")
        return name

    def unary(self):
        name, shape = self.pick()
        self.add(shape, f"{self.random.choice(UNARY)} {name} : {tensor(shape)}")

    def binary(self):
        name, shape = self.pick()
        other, _ = self.pick(shape)
        self.add(shape, f"{self.random.choice(BINARY)} {name}, {other} : {tensor(shape)}")

    def fill(self):
        _, shape = self.pick()
        self.add(shape, f"arith.constant dense<{self.random.choice(['0.25', '-1.0'])}> : {tensor(shape)}")

    def view(self):
        if source := self.pick(*RESHAPES):
            shape, kind, groups = self.random.choice(RESHAPES[source[1]])
            sizes = f" output_shape {list(shape)}" if kind == "expand" else ""
            types = f"{tensor(source[1])} into {tensor(shape)}"
            self.add(shape, f"tensor.{kind}_shape {source[0]} {groups}{sizes} : {types}")

    def scatter(self):
        if table := self.pick(TABLE):
            types = "tensor<12x6xf32>, tensor<12x1xi32>"
            self.add(TABLE, f"fp8.scatter_add %rows at %at outs({table[0]} : {tensor(TABLE)}) : {types}")

    def insert(self):
        """Rows of one value into another, at a place of their own or another."""
        if source := self.pick(TABLE, SQUARE):
            into, shape = self.pick(TABLE, SQUARE)
            count = self.random.randint(1, 3)
            first, place = (self.random.randint(0, 6 - count) for _ in range(2))
            part = tensor((count, 6))
            size = f"[{count}, 6] [1, 1]"
            self.add((count, 6), f"tensor.extract_slice {source[0]}[{first}, 0] {size} : {tensor(source[1])} to {part}")
            rows, _ = self.values.pop()
            self.add(shape, f"tensor.insert_slice {rows} into {into}[{place}, 0] {size} : {part} into {tensor(shape)}")

    def turn(self):
        if source := self.pick(SQUARE, TABLE, TURNED):
            shape = source[1][::-1]
            operands = f"ins({source[0]} : {tensor(source[1])}) outs({self.empty(shape)} : {tensor(shape)})"
            self.add(shape, f"linalg.transpose {operands} permutation = [1, 0]")

    def maxima(self):
        """Maxima of columns."""
        if source := self.pick(SQUARE, TABLE):
            least = f"%l{len(self.lines)}"
            self.lines.append(f"{least} = arith.constant dense<-1.0e+30> : {tensor(ROW)}")
            operands = f"ins({source[0]} : {tensor(source[1])}) outs({least} : {tensor(ROW)})"
            self.add(ROW, f"linalg.reduce {{ arith.maximumf }} {operands} dimensions = [0]")

    def spread(self):
        if row := self.pick(ROW):
            shape = self.random.choice([TABLE, SQUARE])
            operands = f"ins({row[0]} : {tensor(ROW)}) outs({self.empty(shape)} : {tensor(shape)})"
            self.add(shape, f"linalg.broadcast {operands} dimensions = [0]")

    def write(self):
        results = []  # (name, shape, attributes)
        for i, (_, shape) in enumerate(self.states):
            name, _ = self.pick(shape)
            results.append((name, shape, f'{{fp8.updates = "s{i}"}}'))
        made = self.values[len(self.states) :] or self.values
        for i in range(self.random.randint(0, 4)):
            results.append((*self.random.choice(made), f'{{fp8.name = "r{i}"}}'))
        self.random.shuffle(results)
        arguments = [f'{name}: {tensor(shape)} {{fp8.name = "{name[1:]}"}}' for name, shape in self.states]
        arguments += ["%rows: tensor<12x6xf32>", '%at: tensor<12x1xi32> {fp8.name = "at"}']
        types = [f"{tensor(shape)} {attributes}" for _, shape, attributes in results]
        names = ", ".join(name for name, _, _ in results)
        plain = ", ".join(tensor(shape) for _, shape, _ in results)
        body = "".join(f"  {line}\n" for line in self.lines)
        signature = f"func.func @step({', '.join(arguments)})\n    -> ({', '.join(types)})"
        return f"{signature} {{\n{body}  return {names} : {plain}\n}}\n"
