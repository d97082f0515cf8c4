"""Writes the training step of model.py as MLIR (default: char_gpt.mlir).

    python capture.py
    python capture.py --output gpt2.mlir --layers 12 --width 768 --heads 12 \\
        --context 1024 --batch 1 --vocab 50304 --tied
"""

import argparse
import pathlib

import fp8
import jax
import jax.numpy as jnp

import config as sizes
import model

HERE = pathlib.Path(__file__).resolve().parent


def example_arguments(config):
    """The shapes of train_step's arguments; nothing is allocated."""

    def f32(shape):
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    shapes = sizes.parameter_shapes(config)
    params = sizes.nested({name: f32(shape) for name, shape in shapes.items()})
    tokens = jax.ShapeDtypeStruct((config.batch, config.context), jnp.int32)
    return (params, params, params, f32(()), tokens, tokens, f32(()))


def captured(config, annotate=True):
    """The text of the step for `config`."""
    states = ("params", "m", "v", "step")
    return fp8.jax.capture(
        model.step_function(config),
        example_arguments(config),
        names=("params", "m", "v", "step", "idx", "targets", "lr"),
        result_names=("loss", *states),
        updates={name: name for name in states},
        states={"params": "param", "m": "moment", "v": "moment", "step": "step"},
        annotate=annotate,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=pathlib.Path, default=HERE / "char_gpt.mlir")
    parser.add_argument(
        "--no-annotate", action="store_true", help="leave out the fp8.* attributes"
    )
    sizes.add_arguments(parser)
    arguments = parser.parse_args()
    text = captured(sizes.from_arguments(arguments), not arguments.no_annotate)
    arguments.output.write_text(text)
    print(f"{arguments.output}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
