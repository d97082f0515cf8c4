"""Sizes of the model and its initial parameters (numpy only)."""

import dataclasses

import numpy as np


@dataclasses.dataclass(frozen=True)
class Config:
    """A GPT. Every extent of a matrix product should be a multiple of 16, the
    granule of FP8 tensor cores."""

    layers: int = 2
    width: int = 64
    heads: int = 4
    context: int = 32  # tokens per sequence
    batch: int = 4  # sequences per step
    vocab: int = 96
    tied: bool = False  # logits from the token embedding instead of a head
    beta2: float = 0.95  # decay of AdamW's second moment
    relu: bool = False  # max(x, 0) between the layers of an MLP instead of GELU
    clip: float = 0.0  # bound of the gradients' global norm; 0: no clipping

    def __post_init__(self):
        if self.width % self.heads:
            raise ValueError(
                f"the width {self.width} is not a multiple of the {self.heads} heads"
            )


def add_arguments(parser):
    """Adds one option per field of Config to an argparse parser."""
    for field in dataclasses.fields(Config):
        if field.type is bool:
            parser.add_argument(f"--{field.name}", action="store_true")
        else:
            parser.add_argument(
                f"--{field.name}", type=field.type, default=field.default
            )


def from_arguments(arguments):
    """The Config that the options of add_arguments() describe."""
    fields = dataclasses.fields(Config)
    return Config(**{field.name: getattr(arguments, field.name) for field in fields})


def parameter_shapes(config):
    """Returns {dotted name: shape}, in no particular order."""
    width, hidden = config.width, 4 * config.width
    shapes = {"wte": (config.vocab, width), "wpe": (config.context, width)}

    def linear(name, inputs, outputs):
        shapes[f"{name}.weight"] = (inputs, outputs)
        shapes[f"{name}.bias"] = (outputs,)

    def norm(name):
        shapes[f"{name}.weight"] = (width,)
        shapes[f"{name}.bias"] = (width,)

    for i in range(config.layers):
        norm(f"h{i}.ln1")
        linear(f"h{i}.attn.qkv", width, 3 * width)
        linear(f"h{i}.attn.proj", width, width)
        norm(f"h{i}.ln2")
        linear(f"h{i}.mlp.fc", width, hidden)
        linear(f"h{i}.mlp.proj", hidden, width)
    norm("ln_f")
    if not config.tied:
        shapes["head.weight"] = (width, config.vocab)
    return shapes


def initial_parameters(config, seed=0):
    """Returns {dotted name: float32 array}: norms 1, biases 0, matrices normal with
    the deviation 0.5 / sqrt(width) (0.018 at GPT-2's width), divided by
    sqrt(2 layers) where they write into the residual stream.
    """
    # RandomState's streams are frozen: the same numbers in every numpy version.
    random = np.random.RandomState(seed)
    parameters = {}
    for name, shape in parameter_shapes(config).items():
        if len(shape) == 1:
            value = np.ones if ".ln" in f".{name}" and "weight" in name else np.zeros
            parameters[name] = value(shape, np.float32)
            continue
        scale = 0.5 / np.sqrt(config.width)
        if name.endswith("proj.weight"):
            scale /= np.sqrt(2 * config.layers)
        parameters[name] = random.normal(0.0, scale, shape).astype(np.float32)
    return parameters


def nested(flat):
    """{"h0.ln1.weight": x} as {"h0": {"ln1": {"weight": x}}}."""
    tree = {}
    for name, value in flat.items():
        *path, leaf = name.split(".")
        node = tree
        for key in path:
            node = node.setdefault(key, {})
        node[leaf] = value
    return tree
