"""Training steps of a linear model under any optimizer, as MLIR in Model form.

An optimizer is written as its formula: operators on `Value` emit ops of arith,
math and linalg on tensors, and a number broadcasts.
"""


class Value:
    """An f32 tensor of an MLIR function, or one f32 (shape `()`)."""

    def __init__(self, graph, name, shape):
        self.graph, self.name, self.shape = graph, name, shape

    @property
    def type(self):
        return tensor_type(self.shape)

    def _binary(self, op, other, swap=False):
        graph, shape = self.graph, self.shape
        if isinstance(other, Value):
            shape = shape or other.shape
            other = graph.broadcast(other, shape)
        else:
            other = graph.constant(other, shape)
        a, b = graph.broadcast(self, shape), other
        if swap:
            a, b = b, a
        return graph.emit(f"arith.{op} {a.name}, {b.name} : {a.type}", shape)

    def __add__(self, other):
        return self._binary("addf", other)

    def __radd__(self, other):
        return self._binary("addf", other, swap=True)

    def __sub__(self, other):
        return self._binary("subf", other)

    def __rsub__(self, other):
        return self._binary("subf", other, swap=True)

    def __mul__(self, other):
        return self._binary("mulf", other)

    def __rmul__(self, other):
        return self._binary("mulf", other, swap=True)

    def __truediv__(self, other):
        return self._binary("divf", other)

    def __rtruediv__(self, other):
        return self._binary("divf", other, swap=True)

    def maximum(self, other):
        return self._binary("maximumf", other)

    def minimum(self, other):
        return self._binary("minimumf", other)

    def _unary(self, op):
        return self.graph.emit(f"math.{op} {self.name} : {self.type}", self.shape)

    def sqrt(self):
        return self._unary("sqrt")

    def exp(self):
        return self._unary("exp")

    def cos(self):
        return self._unary("cos")

    def abs(self):
        return self._unary("absf")

    def sign(self):
        """-1, 0 or 1."""
        graph, zero = self.graph, self.graph.constant(0.0, self.shape)
        bits = tensor_type(self.shape, "i1")
        up = graph.emit(f"arith.cmpf ogt, {self.name}, {zero.name} : {self.type}", self.shape)
        down = graph.emit(f"arith.cmpf olt, {self.name}, {zero.name} : {self.type}", self.shape)
        plus = graph.emit(f"arith.uitofp {up.name} : {bits} to {self.type}", self.shape)
        minus = graph.emit(f"arith.uitofp {down.name} : {bits} to {self.type}", self.shape)
        return plus - minus

    def sum(self):
        zero = self.graph.constant(0.0, ())
        dims = list(range(len(self.shape)))
        return self.graph.emit(
            f"linalg.reduce {{arith.addf}} ins({self.name} : {self.type}) "
            f"outs({zero.name} : tensor<f32>) dimensions = {dims}",
            (),
        )

    def norm(self):
        return (self * self).sum().sqrt()


def tensor_type(shape, element="f32"):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + element + ">"


class Graph:
    """The body of a function."""

    def __init__(self):
        self.lines, self.count = [], 0

    def emit(self, text, shape):
        self.count += 1
        self.lines.append(f"  %{self.count} = {text}")
        return Value(self, f"%{self.count}", shape)

    def constant(self, number, shape):
        return self.emit(f"arith.constant dense<{number:.9e}> : {tensor_type(shape)}", shape)

    def broadcast(self, value, shape):
        if value.shape == shape:
            return value
        empty = self.emit(f"tensor.empty() : {tensor_type(shape)}", shape)
        return self.emit(
            f"linalg.broadcast ins({value.name} : {value.type}) outs({empty.name} : {empty.type}) "
            f"dimensions = {list(range(len(shape)))}",
            shape,
        )

    def matmul(self, a, b, maps, shape):
        zero = self.constant(0.0, shape)
        maps = ", ".join(f"affine_map<(i, j, k) -> {m}>" for m in maps)
        return self.emit(
            f"linalg.matmul indexing_maps = [{maps}] ins({a.name}, {b.name} : {a.type}, {b.type}) "
            f"outs({zero.name} : {zero.type}) -> {zero.type}",
            shape,
        )

    def is_less(self, a, b):
        """An i1 of rank 0, to select with."""
        return self.emit(f"arith.cmpf olt, {a.name}, {b.name} : tensor<f32>", ())

    def select(self, condition, a, b):
        empty = self.emit(f"tensor.empty() : {tensor_type(a.shape, 'i1')}", a.shape)
        bits = tensor_type(a.shape, "i1")
        spread = self.emit(
            f"linalg.broadcast ins({condition.name} : tensor<i1>) outs({empty.name} : {bits}) "
            f"dimensions = {list(range(len(a.shape)))}",
            a.shape,
        )
        return self.emit(f"arith.select {spread.name}, {a.name}, {b.name} : {bits}, {a.type}", a.shape)


BATCH, IN, OUT = 6, 10, 7


def make_step(states, optimizer, scalars=("lr", "t")):
    """A step of `y = x w + b` under squared error.

    `optimizer(parameters, gradients, states, scalars)` gets lists of the
    parameter `w` and `b`, their gradients, and for each a dict of its `states`;
    it returns new parameters, a list of dicts of new states and a dict of
    further results. The module carries an fp8 op, so that it is run as it is.
    """
    graph = Graph()
    shapes = {"w": (IN, OUT), "b": (OUT,)}
    arguments, results = [], []

    def add(name, shape, attributes=""):
        arguments.append(f'%{name}: {tensor_type(shape)} {{fp8.name = "{name}"{attributes}}}')
        return Value(graph, f"%{name}", shape)

    values = {name: add(name, shape, ", fp8.state = #fp8.state<param>") for name, shape in shapes.items()}
    kept = {
        name: {s: add(f"{name}.{s}", shape, ", fp8.state = #fp8.state<moment>") for s in states}
        for name, shape in shapes.items()
    }
    x, y = add("x", (BATCH, IN)), add("y", (BATCH, OUT))
    extra = {name: add(name, ()) for name in scalars}

    z = graph.matmul(x, values["w"], ["(i, k)", "(k, j)", "(i, j)"], (BATCH, OUT))
    empty = graph.emit(f"tensor.empty() : {y.type}", y.shape)
    spread = graph.emit(
        f"linalg.broadcast ins(%b : tensor<{OUT}xf32>) outs({empty.name} : {y.type}) dimensions = [0]", y.shape
    )
    error = z + spread - y
    loss = (error * error).sum()
    gradients = {"w": graph.matmul(x, error, ["(k, i)", "(k, j)", "(i, j)"], shapes["w"])}
    zero = graph.constant(0.0, (OUT,))
    gradients["b"] = graph.emit(
        f"linalg.reduce {{arith.addf}} ins({error.name} : {error.type}) outs({zero.name} : {zero.type}) "
        "dimensions = [0]",
        (OUT,),
    )

    new, new_states, further = optimizer(
        [values[n] for n in shapes], [gradients[n] for n in shapes], [kept[n] for n in shapes], extra
    )
    for i, name in enumerate(shapes):
        results.append((new[i], f'fp8.updates = "{name}"'))
        results += [(new_states[i][s], f'fp8.updates = "{name}.{s}"') for s in states]
    results.append((loss, 'fp8.name = "loss"'))
    results += [(value, f'fp8.name = "{name}"') for name, value in further.items()]
    amax = graph.constant(0.0, ())
    marker = graph.emit(f"fp8.amax %x outs({amax.name} : tensor<f32>) : {x.type}", ())
    results.append((marker, 'fp8.name = "amax"'))

    types = ", ".join(f"{value.type} {{{attribute}}}" for value, attribute in results)
    names = ", ".join(value.name for value, _ in results)
    plain = ", ".join(value.type for value, _ in results)
    head = f"func.func @step({', '.join(arguments)}) -> ({types}) {{"
    return "\n".join([head, *graph.lines, f"  return {names} : {plain}", "}"]) + "\n"


def each(update):
    """An optimizer that steps every parameter alike, without further results."""

    def optimizer(parameters, gradients, states, scalars):
        stepped = [update(p, g, scalars, **s) for p, g, s in zip(parameters, gradients, states)]
        return [p for p, _ in stepped], [s for _, s in stepped], {}

    return optimizer


@each
def sgd_nesterov_l2(p, g, scalars, m):
    """Coupled decay, Nesterov momentum, and a cosine schedule in the graph."""
    lr = scalars["lr"] * (0.5 + 0.5 * (scalars["t"] * 0.01).cos())
    g = g + p * 0.01
    m = m * 0.9 + g
    return p - (g + m * 0.9) * lr, {"m": m}


@each
def adamw(p, g, scalars, m, v):
    lr, t = scalars["lr"], scalars["t"]
    m = m * 0.9 + g * 0.1
    v = v * 0.999 + g * g * 0.001
    first, second = 1.0 - (t * -0.105).exp(), 1.0 - (t * -0.001).exp()
    return p * (1.0 - lr * 0.1) - lr * ((m / first) / ((v / second).sqrt() + 1e-8)), {"m": m, "v": v}


@each
def nadam(p, g, scalars, m, v):
    m = m * 0.9 + g * 0.1
    v = v * 0.99 + g * g * 0.01
    return p - scalars["lr"] * (m * 0.9 + g * 0.1) / (v.sqrt() + 1e-8), {"m": m, "v": v}


@each
def adan(p, g, scalars, m, d, n, last):
    """Four states; one is the last gradient itself."""
    change = g - last
    m = m * 0.98 + g * 0.02
    d = d * 0.92 + change * 0.08
    look = g + change * 0.92
    n = n * 0.99 + look * look * 0.01
    step = scalars["lr"] / (n.sqrt() + 1e-8)
    return (p - step * (m + d * 0.92)) / (1.0 + scalars["lr"] * 0.02), {"m": m, "d": d, "n": n, "last": g}


@each
def amsgrad(p, g, scalars, m, v, most):
    m = m * 0.9 + g * 0.1
    v = v * 0.99 + g * g * 0.01
    most = most.maximum(v)
    return p - scalars["lr"] * m / (most.sqrt() + 1e-8), {"m": m, "v": v, "most": most}


def lion_ema_clip(parameters, gradients, states, scalars):
    """The norm of all gradients scales each; an average of the weights is kept."""
    squares = [(g * g).sum() for g in gradients]
    norm = (squares[0] + squares[1]).sqrt()
    clip = (1.0 / (norm + 1e-6)).minimum(1.0)
    new, kept = [], []
    for p, g, s in zip(parameters, gradients, states):
        g = g * clip
        step = (s["m"] * 0.9 + g * 0.1).sign()
        p = p - (step + p * 0.1) * scalars["lr"]
        new.append(p)
        kept.append({"m": s["m"] * 0.99 + g * 0.01, "ema": s["ema"] * 0.95 + p * 0.05})
    return new, kept, {"norm": norm}


@each
def lamb(p, g, scalars, m, v):
    """The trust ratio needs the new moments: two updates."""
    m = m * 0.9 + g * 0.1
    v = v * 0.999 + g * g * 0.001
    step = m / (v.sqrt() + 1e-6) + p * 0.01
    return p - step * (scalars["lr"] * p.norm() / step.norm()), {"m": m, "v": v}


@each
def lars(p, g, scalars, m):
    """A trust ratio of gradients and weights, before anything is stored."""
    g = g + p * 0.0005
    ratio = p.norm() / (g.norm() + 1e-9) * 0.001
    m = m * 0.9 + g * (ratio * scalars["lr"])
    return p - m, {"m": m}


@each
def accumulated(p, g, scalars, m, acc):
    """Gradients add up; every fourth step applies them."""
    graph = p.graph
    acc = acc + g
    apply = graph.is_less(scalars["t"], graph.constant(2.0, ()))
    mean = acc * 0.25
    stepped = m * 0.9 + mean
    m_new = graph.select(apply, stepped, m)
    p_new = graph.select(apply, p - stepped * scalars["lr"], p)
    return p_new, {"m": m_new, "acc": graph.select(apply, acc * 0.0, acc)}


def clipped_after_accumulation(parameters, gradients, states, scalars):
    """The norm is that of sums that the step stores."""
    sums = [s["acc"] + g for g, s in zip(gradients, states)]
    squares = [(a * a).sum() for a in sums]
    clip = (1.0 / ((squares[0] + squares[1]).sqrt() + 1e-6)).minimum(1.0)
    new = [p - a * clip * scalars["lr"] for p, a in zip(parameters, sums)]
    return new, [{"acc": a} for a in sums], {}


def metrics(parameters, gradients, states, scalars):
    """Norms of weights and of steps are returned; each costs no further pass."""
    new, further = [], {}
    for name, p, g in zip("wb", parameters, gradients):
        step = g * scalars["lr"] + p * 0.01
        further[f"step.{name}"] = step.norm()
        further[f"weight.{name}"] = p.abs().sum()
        new.append(p - step)
    return new, [{}, {}], further


def returned_step(parameters, gradients, states, scalars):
    """The step itself is a result."""
    new, further = [], {}
    for name, p, g in zip("wb", parameters, gradients):
        step = (g + p * 0.01) * scalars["lr"]
        further[f"step.{name}"] = step
        new.append(p - step)
    return new, [{}, {}], further


# name: (states of each parameter, the optimizer, its updates)
OPTIMIZERS = {
    "sgd_nesterov_l2": (["m"], sgd_nesterov_l2, 2),
    "adamw": (["m", "v"], adamw, 2),
    "nadam": (["m", "v"], nadam, 2),
    "adan": (["m", "d", "n", "last"], adan, 2),
    "amsgrad": (["m", "v", "most"], amsgrad, 2),
    "lion_ema_clip": (["m", "ema"], lion_ema_clip, 2),
    "lamb": (["m", "v"], lamb, 4),
    "lars": (["m"], lars, 2),
    "accumulated": (["m", "acc"], accumulated, 2),
    "clipped_after_accumulation": (["acc"], clipped_after_accumulation, 4),
    "metrics": ([], metrics, 2),
    "returned_step": ([], returned_step, 2),
}

