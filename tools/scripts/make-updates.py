#!/usr/bin/env python3
"""Writes a step that updates parameters, as MLIR.

    make-updates.py OPTIMIZER [--gradient=f32|bf16] [--shapes=300,700,200003]
        [--no-ranges]

OPTIMIZER is adamw, sgd, sgd-momentum, sgd-nesterov or lion. The names of arguments are
those of fp8.torch: params.K is parameter K, params.K.grad its gradient, and states have
their keys in PyTorch. Hyperparameters are scalars, so that a schedule needs no other
step; docs/Runtime.md lists them. Without --no-ranges, betas and epsilon have ranges,
which storage in 8 bits needs and f32 does not.

The default shapes are examples for fp8-translate --fp8-to-update-kernels. A shape with
several dimensions is written as in 3x5.
"""

import argparse
import dataclasses

#: Scalars of all optimizers: the gradient is multiplied by one of them.
GRADIENT = {"gradient_scale": None}
#: The ranges show that the second moment is not negative, and that beta1^2 < beta2.
FIRST_BETA = {"beta1": (0.0, 0.9609375), "one_minus_beta1": (0.03125, 1.0625)}
SECOND_BETA = {"beta2": (0.9375, 1.0), "one_minus_beta2": (2.0**-24, 0.06640625)}


@dataclasses.dataclass
class Optimizer:
    states: list[str]
    scalars: dict[str, tuple[float, float] | None]
    #: Reads %param, %d (the scaled gradient), the states and the scalars; yields %n_param
    #: and the new states.
    region: str


ADAMW = Optimizer(
    ["exp_avg", "exp_avg_sq"],
    {
        "decay": None,  # 1 - lr * weight_decay
        **FIRST_BETA,
        **SECOND_BETA,
        "eps": (0.0, 1.0),
        "step_size": None,  # lr / (1 - beta1^t)
        "root_scale": None,  # 1 / sqrt(1 - beta2^t)
    },
    """
    %p1 = arith.mulf %param, %decay : f32
    %m0 = arith.mulf %exp_avg, %beta1 : f32
    %m1 = arith.mulf %d, %one_minus_beta1 : f32
    %n_exp_avg = arith.addf %m0, %m1 : f32
    %v0 = arith.mulf %exp_avg_sq, %beta2 : f32
    %v1 = arith.mulf %d, %one_minus_beta2 : f32
    %v2 = arith.mulf %v1, %d : f32
    %n_exp_avg_sq = arith.addf %v0, %v2 : f32
    %root = math.sqrt %n_exp_avg_sq : f32
    %scaled = arith.mulf %root, %root_scale : f32
    %divisor = arith.addf %scaled, %eps : f32
    %quotient = arith.divf %n_exp_avg, %divisor : f32
    %update = arith.mulf %quotient, %step_size : f32
    %n_param = arith.subf %p1, %update : f32""",
)

_DECAYED_GRADIENT = """
    %w0 = arith.mulf %param, %weight_decay : f32
    %d1 = arith.addf %d, %w0 : f32"""
_MOMENTUM = (
    _DECAYED_GRADIENT
    + """
    %b0 = arith.mulf %momentum_buffer, %momentum : f32
    %b1 = arith.mulf %d1, %undamped : f32
    %n_momentum_buffer = arith.addf %b0, %b1 : f32"""
)
_MOMENTUM_SCALARS = {
    "weight_decay": None,
    "momentum": (0.0, 1.0),
    "undamped": None,  # 1 - dampening
    "lr": None,
}

SGD = Optimizer(
    [],
    {"weight_decay": None, "lr": None},
    _DECAYED_GRADIENT
    + """
    %update = arith.mulf %d1, %lr : f32
    %n_param = arith.subf %param, %update : f32""",
)

SGD_MOMENTUM = Optimizer(
    ["momentum_buffer"],
    _MOMENTUM_SCALARS,
    _MOMENTUM
    + """
    %update = arith.mulf %n_momentum_buffer, %lr : f32
    %n_param = arith.subf %param, %update : f32""",
)

SGD_NESTEROV = Optimizer(
    ["momentum_buffer"],
    _MOMENTUM_SCALARS,
    _MOMENTUM
    + """
    %look = arith.mulf %n_momentum_buffer, %momentum : f32
    %ahead = arith.addf %d1, %look : f32
    %update = arith.mulf %ahead, %lr : f32
    %n_param = arith.subf %param, %update : f32""",
)

LION = Optimizer(
    ["exp_avg"],
    {
        "decay": None,
        "beta1": None,
        "one_minus_beta1": None,
        "beta2": (0.0, 1.0),
        "one_minus_beta2": None,
        "lr": None,
    },
    """
    %p1 = arith.mulf %param, %decay : f32
    %c0 = arith.mulf %exp_avg, %beta1 : f32
    %c1 = arith.mulf %d, %one_minus_beta1 : f32
    %c = arith.addf %c0, %c1 : f32
    %zero = arith.constant 0.0 : f32
    %one = arith.constant 1.0 : f32
    %unit = math.copysign %one, %c : f32
    %isNumber = arith.cmpf one, %c, %zero : f32
    %sign = arith.select %isNumber, %unit, %c : f32
    %update = arith.mulf %sign, %lr : f32
    %n_param = arith.subf %p1, %update : f32
    %m0 = arith.mulf %exp_avg, %beta2 : f32
    %m1 = arith.mulf %d, %one_minus_beta2 : f32
    %n_exp_avg = arith.addf %m0, %m1 : f32""",
)

OPTIMIZERS = {
    "adamw": ADAMW,
    "sgd": SGD,
    "sgd-momentum": SGD_MOMENTUM,
    "sgd-nesterov": SGD_NESTEROV,
    "lion": LION,
}


def _declare(name, bounds):
    suffix = f", fp8.range = [{bounds[0]!r}, {bounds[1]!r}]" if bounds else ""
    return f'%{name}_tensor: tensor<f32> {{fp8.name = "{name}"{suffix}}}'


def _state_arguments(optimizer, number, shape, gradient):
    """Returns the arguments of a parameter."""
    name = f"params.{number}"
    arguments = [(f"%param{number}", name, "param")]
    arguments += [
        (f"%{key}{number}", f"{name}.{key}", "moment") for key in optimizer.states
    ]
    declared = [
        f'{value}: tensor<{shape}f32> {{fp8.name = "{full}", fp8.state = #fp8.state<{kind}>}}'
        for value, full, kind in arguments
    ]
    declared.append(
        f'%grad{number}: tensor<{shape}{gradient}> {{fp8.name = "{name}.grad"}}'
    )
    results = [f'tensor<{shape}f32> {{fp8.updates = "{full}"}}' for _, full, _ in arguments]
    return declared, results


def _update(optimizer, scalars, number, shape, gradient):
    keys = ["param", *optimizer.states]
    states = ", ".join(f"%{key}{number}" for key in keys)
    types = ", ".join([f"tensor<{shape}f32>"] * len(keys))
    values = ", ".join(f"%{name}_tensor" for name in scalars)
    scalar_types = ", ".join(["tensor<f32>"] * len(scalars))
    names = [f"%{key}: f32" for key in [*keys, "g", *scalars]]
    yielded = ", ".join(f"%n_{key}" for key in keys)
    return (
        f"  %new{number}:{len(keys)} = fp8.update states({states} : {types}) "
        f"inputs(%grad{number} : tensor<{shape}{gradient}>) "
        f"scalars({values} : {scalar_types}) outs({states} : {types}) {{\n"
        f"  ^bb0({', '.join(names)}):\n"
        f"    %d = arith.mulf %g, %gradient_scale : f32{optimizer.region}\n"
        f"    fp8.yield {yielded} : {', '.join(['f32'] * len(keys))}\n  }}"
    )


def write(optimizer, gradient, shapes, has_ranges=True):
    """Returns the text of a step for parameters of these shapes."""
    optimizer = OPTIMIZERS[optimizer]
    scalars = GRADIENT | optimizer.scalars
    if not has_ranges:
        scalars = dict.fromkeys(scalars)
    arguments = [_declare(name, bounds) for name, bounds in scalars.items()]
    results, updates, returned = [], [], []
    for number, shape in enumerate(shapes):
        prefix = f"{shape}x" if shape else ""
        declared, new = _state_arguments(optimizer, number, prefix, gradient)
        arguments += declared
        results += new
        updates.append(_update(optimizer, scalars, number, prefix, gradient))
        if len(new) == 1:
            returned.append(f"%new{number}")
        else:
            returned += [f"%new{number}#{k}" for k in range(len(new))]
    types = ", ".join(result.split(" {")[0] for result in results)
    lines = [
        "func.func @step(" + ",\n    ".join(arguments) + ")",
        "    -> (" + ", ".join(results) + ") {",
        *updates,
        f"  return {', '.join(returned)} : {types}",
        "}",
    ]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("optimizer", choices=OPTIMIZERS)
    parser.add_argument("--gradient", choices=("f32", "bf16"), default="f32")
    parser.add_argument("--shapes", default="300,700,200003")
    parser.add_argument("--no-ranges", action="store_true")
    options = parser.parse_args()
    shapes = options.shapes.split(",")
    has_ranges = not options.no_ranges
    print(write(options.optimizer, options.gradient, shapes, has_ranges), end="")


if __name__ == "__main__":
    main()
