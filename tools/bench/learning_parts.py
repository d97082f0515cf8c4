"""The parts of learning_cases.py: models, settings and presets."""

import dataclasses

from learning_figures import BASELINE


@dataclasses.dataclass(frozen=True)
class Part:
    about: str
    #: Fields of the example's Config.
    model: dict = dataclasses.field(default_factory=dict)
    #: The settings of learning.py that differ from DEFAULTS.
    settings: dict = dataclasses.field(default_factory=dict)
    #: {name: fields of `model` and `settings`}: each is trained with all presets.
    variants: dict = dataclasses.field(default_factory=lambda: {"": {}})
    presets: tuple = (BASELINE, "bf16-residual", "fp8-split8", "fp8-split16")
    seeds: int = 3


DEFAULTS = {
    "target": "cpu", "recipe": "current", "steps": 1000, "validation": 256, "counted": 100,
    "tail": 50, "lr": 1e-3, "base_steps": 0, "base_lr": 1e-3, "period": 0, "pairs": False,
    "shut_off": 0, "storage_override": (), "text": None,
}  # fmt: skip
TUNING = {"lr": 1e-5, "base_steps": 1000}
#: Numbers of steps per epoch: 144 and 233 are Fibonacci numbers, and 150 is close to
#: 144. Training has at least ten epochs.
PERIODS = (2, 50, 144, 150, 233, 250, 1000)

PARTS = {
    "dying": Part(
        "a ReLU, a quarter of whose units is shut off after 500 steps",
        model={"relu": True},
        settings={"steps": 6000, "lr": 3e-3, "shut_off": 500},
        # The losses of a ReLU network differ more between seeds.
        seeds=16,
    ),
    "epochs": Part(
        "fine-tuning in epochs",
        model={"beta2": 0.999},
        settings=TUNING | {"validation": 32},
        variants={
            f"{period} steps": {"period": period, "steps": max(1000, 10 * period)}
            for period in PERIODS
        },
        presets=(BASELINE, "fp8-split8", "fp8-split16"),
        seeds=2,
    ),
    "rare": Part(
        "rare symbols: pairs of characters, embeddings stored",
        model={"vocab": 1024},
        settings={"steps": 2000, "pairs": True, "storage_override": ("params.wte={preset}",)},
        variants={f"beta2 {beta2}": {"beta2": beta2} for beta2 in (0.95, 0.999)},
    ),
    "rates": Part(
        "fine-tuning at 1e-6",
        model={"beta2": 0.999},
        settings=TUNING | {"lr": 1e-6},
        seeds=5,
    ),
    "long": Part(
        "20,000 steps",
        # Losses differ by 0.005 between seeds.
        seeds=16,
        model={"beta2": 0.999},
        settings={"steps": 20000},
    ),
}
#: Settings of every part with --quick.
QUICK = {"steps": 12, "shut_off": 4, "validation": 3, "counted": 4, "tail": 4}
QUICK_MODEL = {"layers": 1, "width": 32, "heads": 2, "context": 16, "batch": 2}
