"""Text, batches and schedule of the example, as the inputs of fp8-run.

    python data.py --output inputs.safetensors --steps 300

The text is what Debian keeps in /usr/share/common-licenses; its characters are
the vocabulary: newline and printable ASCII, 96 symbols; any other is a space.

The file holds, by argument name: the initial parameters (the moments and the
step counter start at zero and are left out), `idx` and `targets`
[steps, batch, context] i32 and `lr` [steps] f32. fp8-run takes slice k mod steps
of the latter three in step k.
"""

import argparse
import pathlib

import numpy as np

import config as sizes

LICENSES = pathlib.Path("/usr/share/common-licenses")
ALPHABET = "\n" + "".join(chr(code) for code in range(32, 127))
PEAK_LR = 2e-3


def read_text(paths=None):
    """The concatenated files; default: the licenses, sorted, without links."""
    if paths is None:
        if not LICENSES.is_dir():
            raise FileNotFoundError(
                f"{LICENSES} is missing (not Debian or Ubuntu?); name files with --text"
            )
        paths = [p for p in sorted(LICENSES.iterdir()) if not p.is_symlink()]
    return "\n".join(pathlib.Path(p).read_text("utf-8", "replace") for p in paths)


def encode(text):
    """Text -> i32 array of positions in ALPHABET."""
    table = {character: i for i, character in enumerate(ALPHABET)}
    space = table[" "]
    return np.array([table.get(character, space) for character in text], np.int32)


def batches(tokens, steps, config, seed=0):
    """Random windows: (idx, targets), each [steps, batch, context] i32; targets
    are idx shifted by one character."""
    if len(tokens) <= config.context:
        raise ValueError(
            f"the text has {len(tokens)} characters; a window needs "
            f"{config.context + 1}"
        )
    random = np.random.RandomState(seed)
    starts = random.randint(
        0, len(tokens) - config.context, size=(steps, config.batch, 1)
    )
    windows = starts + np.arange(config.context)
    return tokens[windows], tokens[windows + 1]


def schedule(steps, peak=PEAK_LR):
    """Learning rates [steps] f32: linear warm-up over a tenth of the steps, then
    half a cosine down to a tenth of the peak."""
    warm_up = max(1, steps // 10)
    step = np.arange(steps)
    rise = (step + 1) / warm_up
    progress = (step - warm_up) / max(1, steps - warm_up)
    fall = 0.1 + 0.45 * (1.0 + np.cos(np.pi * progress))
    return (peak * np.where(step < warm_up, rise, fall)).astype(np.float32)


def inputs(config, steps, seed=0, text=None, peak=PEAK_LR):
    """{argument name: array}: what fp8-run's --inputs file holds."""
    if config.vocab < len(ALPHABET):
        raise ValueError(
            f"the vocabulary has {len(ALPHABET)} symbols, the model {config.vocab}"
        )
    idx, targets = batches(encode(read_text(text)), steps, config, seed)
    parameters = sizes.initial_parameters(config, seed)
    tensors = {f"params.{name}": value for name, value in parameters.items()}
    return tensors | {"idx": idx, "targets": targets, "lr": schedule(steps, peak)}


def write(path, tensors):
    """Writes {name: array} as safetensors."""
    from safetensors.numpy import save

    contents = save({k: np.ascontiguousarray(v) for k, v in tensors.items()})
    # With the usual permissions, unlike save_file().
    pathlib.Path(path).write_bytes(contents)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=pathlib.Path, default="inputs.safetensors")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--peak-lr", type=float, default=PEAK_LR)
    parser.add_argument("--text", nargs="+", help="files to train on")
    sizes.add_arguments(parser)
    arguments = parser.parse_args()
    config = sizes.from_arguments(arguments)
    tensors = inputs(
        config, arguments.steps, arguments.seed, arguments.text, arguments.peak_lr
    )
    write(arguments.output, tensors)
    print(f"{arguments.output}: {len(tensors)} tensors, {arguments.steps} steps")


if __name__ == "__main__":
    main()
