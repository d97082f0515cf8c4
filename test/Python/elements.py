"""Elements of stored states under generated gradients, by fp8-run and by float64.

A `Case` is one parameter of rows of 128 elements, each of which is a group of 8-bit
moments and each element a copy of one experiment. The gradient of step k is

    varying[k % len(varying)] * gate[k % len(gate)] + steady[k % len(steady)]

which the step itself computes, so that a run of 1e5 steps reads small inputs.
"""

import dataclasses
import subprocess

import numpy as np

import optimizers
import tensors

COLUMNS = 128
f32, f64 = np.float32, np.float64
BETA1, EPSILON = 0.9, 1e-8


@dataclasses.dataclass
class Case:
    name: str
    begin: np.ndarray  # the weights before the first step
    varying: np.ndarray
    gate: np.ndarray = dataclasses.field(default_factory=lambda: np.ones(1))
    steady: np.ndarray | None = None

    def __post_init__(self):
        if self.steady is None:
            self.steady = np.zeros((1, *self.begin.shape))
        for key in ("begin", "varying", "gate", "steady"):
            setattr(self, key, getattr(self, key).astype(f32))

    def gradient(self, step):
        """As the step computes it: a product and a sum in f32."""
        varying, gate, steady = self.varying, self.gate, self.steady
        return varying[step % len(varying)] * gate[step % len(gate)] + steady[step % len(steady)]

    def inputs(self):
        tables = {"varying": self.varying, "gate": self.gate, "steady": self.steady}
        return {self.name: self.begin} | {f"{self.name}.{key}": table for key, table in tables.items()}


# --- steps in MLIR ---------------------------------------------------------------


class Step:
    """A function whose arguments are added as its body is written."""

    def __init__(self):
        self.graph, self.arguments, self.results = optimizers.Graph(), [], []

    def argument(self, name, shape, attributes=""):
        number = len(self.arguments)
        type_ = optimizers.tensor_type(shape)
        self.arguments.append(f'%a{number}: {type_} {{fp8.name = "{name}"{attributes}}}')
        return optimizers.Value(self.graph, f"%a{number}", shape)

    def state(self, name, shape, kind="moment"):
        return self.argument(name, shape, f", fp8.state = #fp8.state<{kind}>")

    def update(self, name, value):
        self.results.append((value, f'fp8.updates = "{name}"'))

    def parameter(self, case):
        """The weight of a case, read by a contraction so that presets store it, and its
        gradient."""
        shape = case.begin.shape
        w = self.state(case.name, shape, "param")
        x = self.graph.constant(0.0, (1, shape[0]))
        y = self.graph.matmul(x, w, ["(i, k)", "(k, j)", "(i, j)"], (1, shape[1]))
        self.results.append((y, f'fp8.name = "{case.name}.y"'))
        varying, steady = (self.argument(f"{case.name}.{key}", shape) for key in ("varying", "steady"))
        return w, varying * self.argument(f"{case.name}.gate", ()) + steady

    def text(self):
        types = ", ".join(f"{value.type} {{{attribute}}}" for value, attribute in self.results)
        names = ", ".join(value.name for value, _ in self.results)
        plain = ", ".join(value.type for value, _ in self.results)
        head = f"func.func @step({', '.join(self.arguments)}) -> ({types}) {{"
        return "\n".join([head, *self.graph.lines, f"  return {names} : {plain}", "}"]) + "\n"


def make_sgd(cases):
    """w * (1 - rate) - g, each case of a rate of its own."""
    step = Step()
    for case in cases:
        w, g = step.parameter(case)
        step.update(case.name, w * (1.0 - step.argument(f"{case.name}.rate", ())) - g)
    return step.text()


def make_adam(cases, beta2, marks=()):
    """Adam, and for each case the sums of the stored m and v over the steps. A separate
    state contains the weight after step `mark`."""
    step = Step()
    lr, correction1, correction2 = (step.argument(n, ()) for n in ("lr", "correction1", "correction2"))
    at = {mark: step.argument(f"at.{mark}", ()) for mark in marks}
    for case in cases:
        w, g = step.parameter(case)
        m, v, sum_m, sum_v = (step.state(f"{n}.{case.name}", case.begin.shape) for n in ("m", "v", "sum_m", "sum_v"))
        m = BETA1 * m + (1.0 - BETA1) * g
        v = beta2 * v + (1.0 - beta2) * (g * g)
        u = m * correction1 / ((v * correction2).sqrt() + EPSILON)
        w = w - lr * u
        step.update(case.name, w)
        for name, value in {"m": m, "v": v, "sum_m": sum_m + m, "sum_v": sum_v + v}.items():
            step.update(f"{name}.{case.name}", value)
        for mark in marks:
            kept = step.state(f"at.{mark}.{case.name}", case.begin.shape)
            step.update(f"at.{mark}.{case.name}", kept + at[mark] * w)
    return step.text()


def adam_scalars(steps, beta2, lr, marks=()):
    """Returns arguments of `make_adam` besides the cases, by step."""
    t = np.arange(1.0, steps + 1)
    scalars = {"lr": [lr], "correction1": 1 / (1 - BETA1**t), "correction2": 1 / (1 - beta2**t)}
    return scalars | {f"at.{mark}": t == mark for mark in marks}


# --- runs ------------------------------------------------------------------------


def run(fp8_run, folder, module, cases, storage, steps, scalars):
    """{name: array in f64}: the states after so many steps, unpacked."""
    name = f"{storage}-{steps}"
    path, given, out = (folder / f"{name}.{end}" for end in ("mlir", "in.safetensors", "out.safetensors"))
    path.write_text(module)
    inputs = {key: np.asarray(value, f32) for key, value in scalars.items()}
    for case in cases:
        inputs |= case.inputs()
    tensors.write(given, {key: ("F32", value) for key, value in inputs.items()})
    command = [fp8_run, path, "--target=cpu", "--num-threads=1", f"--steps={steps}"]
    command += [f"--inputs={given}", f"--outputs={out}", f"--storage={storage}"]
    if storage != "fp32":
        command.append("--unpack")
    done = subprocess.run([str(x) for x in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {key: array.astype(f64) for key, (_, array) in tensors.read(out).items()}


# --- float64 -----------------------------------------------------------------------


def exact_adam(cases, steps, beta2, lr):
    """{case: {"w": weights, "m": sums of m, "v": sums of v}}, from constants as f32 holds
    them. One array holds all cases."""
    b1, a1, b2, a2 = (float(f32(x)) for x in (BETA1, 1.0 - BETA1, beta2, 1.0 - beta2))
    scalars = {key: np.asarray(x).astype(f32).astype(f64) for key, x in adam_scalars(steps, beta2, lr).items()}
    w = np.stack([case.begin for case in cases]).astype(f64)
    m, v, sum_m, sum_v = (np.zeros_like(w) for _ in range(4))
    g = np.empty(w.shape)
    for k in range(steps):
        for row, case in zip(g, cases):
            row[...] = case.gradient(k)
        m = b1 * m + a1 * g
        v = b2 * v + a2 * (g * g)
        c1, c2 = scalars["correction1"][k], scalars["correction2"][k]
        w -= scalars["lr"][0] * (m * c1 / (np.sqrt(v * c2) + EPSILON))
        sum_m += m
        sum_v += v
    return {case.name: {"w": w[i], "m": sum_m[i], "v": sum_v[i]} for i, case in enumerate(cases)}
