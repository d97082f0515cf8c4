# RUN: %pytest %s
"""One element over many steps with every storage, compared with float64.

Each case is a gradient that occurs in training: constant, periodic, sparse, dying,
drifting, or with one spike. Hundreds of elements with independent random bits run it at
once. Their mean shows the bias of the rounding, their spread its noise.

The presets `anyprecision` and `msamp` have the roundings of other optimizers and are not
bound by this. FP8_TEST_ELEMENT_STEPS (20,000) is the length of a run. From 100,000 on, for
which the bounds are meant, more periods are tried.
"""

import itertools
import os
import pathlib

import pytest

np = pytest.importorskip("numpy", reason="numpy is not installed")
pytest.importorskip("safetensors", reason="safetensors is not installed")
if not os.environ.get("FP8_RUN"):
    pytest.skip("FP8_RUN does not name the fp8-run binary", allow_module_level=True)

import elements  # noqa: E402 (needs what is skipped for)
from elements import COLUMNS, Case  # noqa: E402

FP8_RUN = pathlib.Path(os.environ["FP8_RUN"])
STEPS = int(os.environ.get("FP8_TEST_ELEMENT_STEPS", 20000))
LONG = STEPS >= 100000
STORAGES = ["bf16-residual", "fp8-split8", "fp8-split16"]
BETA2S = [0.95, 0.999]
ROWS = 4
LR = 1e-6



def cases(*lists):
    """The combinations of `lists`, named by their members."""
    return [pytest.param(*values, id="-".join(map(str, values))) for values in itertools.product(*lists)]


# --- walks: weights that their own rounding moves -----------------------------------

# Weights whose last stored bit is one quantum: whole numbers of 12 bits, which leave
# [2048, 4096) in no case. Gradients are multiples of 1/256 of it, so that the sums of
# f32 are exact and nothing but storing rounds.
QUANTUM = 2.0**-15
PERIODS = [2, 5, 8, 21, 50, 144, 150, 233, 250, 1000]
PERIODS += [3, 13, 34, 55, 89, 100, 200, 300, 377, 400, 500, 610, 700, 800, 900, 987] if LONG else []
SHORT = 2000  # steps of constants that would leave the range


def on_grid(values, parts=256):
    return np.round(values * parts) / parts * QUANTUM


def make_periodic(period, random):
    """Normal gradients of 0.3 quanta that repeat, and sum to zero in a period."""
    begin = random.integers(2600, 3600, (ROWS, COLUMNS)) * QUANTUM
    gradients = on_grid(0.3 * random.standard_normal((period, ROWS, COLUMNS)))
    gradients[-1] -= gradients.sum(axis=0)
    return Case(f"period{period}", begin, gradients)


def make_walks():
    """The cases that run for STEPS steps."""
    random = np.random.default_rng(1)
    walks = [make_periodic(period, random) for period in PERIODS]
    begin = random.integers(2900, 3200, (ROWS, COLUMNS)) * QUANTUM
    # 800 quanta in all.
    slow = on_grid(random.uniform(-800 / STEPS, 800 / STEPS, (1, ROWS, COLUMNS)), 4096)
    walks.append(Case("constant", begin, slow))
    # Up and down again in 20,000 steps, by 64 levels.
    level = np.round(64 * np.interp(np.arange(20000), [0, 10000, 20000], [-1, 1, -1])) / 64
    slope = on_grid(random.uniform(-0.16, 0.16, (1, ROWS, COLUMNS)))
    walks.append(Case("ramp", begin, slope, level))
    return walks


def sum_over_steps(case, steps, function=lambda gradient: gradient):
    """The sum of `function` of the gradients in f64, without a loop over steps where the
    gradient repeats."""
    total = np.zeros(case.begin.shape)
    if len(case.gate) == 1:
        for place in range(len(case.varying)):
            repeats = len(range(place, steps, len(case.varying)))
            total += repeats * function(case.gradient(place).astype(np.float64))
        return total
    levels, counts = np.unique(case.gate[np.arange(steps) % len(case.gate)], return_counts=True)
    for level, count in zip(levels, counts):
        total += count * function((case.varying[0] * level).astype(np.float64))
    return total


def variance_of_draws(case, steps):
    """Returns the deviation with independent random bits after these steps, in quanta. A
    step of a part of a quantum adds the variance part * (1 - part)."""

    def variance(gradient):
        part = -gradient / QUANTUM % 1.0
        return part * (1.0 - part)

    return sum_over_steps(case, steps, variance)


def walk(folder, walks, storage, steps):
    """{case: distance from where f64 ends, in quanta}."""
    rates = {f"{case.name}.rate": [0.0] for case in walks}
    found = elements.run(FP8_RUN, folder, elements.make_sgd(walks), walks, storage, steps, rates)
    exact = {case.name: case.begin - sum_over_steps(case, steps) for case in walks}
    return {name: (found[name] - exact[name]) / QUANTUM for name in exact}


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    walks = make_walks()
    off = walk(tmp_path_factory.mktemp("walks"), walks, "fp8-split8", STEPS)
    return {case.name: (case, off[case.name]) for case in walks}


WALKS = [f"period{period}" for period in PERIODS] + ["constant", "ramp"]


@pytest.mark.parametrize("name", cases(WALKS))
def test_spread_of_a_walk(walked, name):
    """Draws that go on from step to step are never much worse than independent ones,
    whatever the period of the data, and better where gradients hardly change. 512 elements
    know a root mean square to 3 %."""
    case, off = walked[name]
    independent = np.sqrt(variance_of_draws(case, STEPS).mean())
    allowed = 1.2 if name.startswith("period") else 0.5
    assert np.sqrt((off**2).mean()) <= allowed * independent


@pytest.mark.parametrize("name", cases(WALKS))
def test_mean_of_a_walk(walked, name):
    """No draws favour a side: the mean over elements is off by four of its standard errors
    at most, under independent draws of a spread that is allowed."""
    case, off = walked[name]
    error = 1.2 * np.sqrt(variance_of_draws(case, STEPS).mean() / off.size)
    assert abs(off.mean()) <= 4 * error


def test_fast_constants(tmp_path):
    """Constant gradients of up to 0.3 quanta, which draws that go on hardly notice."""
    random = np.random.default_rng(6)
    begin = random.integers(2800, 3400, (ROWS, COLUMNS)) * QUANTUM
    case = Case("constant", begin, on_grid(random.uniform(-0.3, 0.3, (1, ROWS, COLUMNS))))
    off = walk(tmp_path, [case], "fp8-split8", SHORT)["constant"]
    assert np.sqrt((off**2).mean()) <= 0.5 * np.sqrt(variance_of_draws(case, SHORT).mean())


@pytest.mark.parametrize("storage", cases(STORAGES))
def test_small_updates(tmp_path, storage):
    """A constant update of an eighth to three eighths of the last bit goes all its way:
    to nearest it would go none. The last bits of splits are 12 and 20, of bf16 and a
    residual 17 or more."""
    random = np.random.default_rng(2)
    bits = {"bf16-residual": 17, "fp8-split8": 12, "fp8-split16": 20}[storage]
    last = QUANTUM * 2.0 ** (12 - bits)
    begin = random.integers(2900, 3200, (ROWS, COLUMNS)) * QUANTUM
    eighths = random.integers(1, 4, (1, ROWS, COLUMNS)) * random.choice([-1, 1], (1, ROWS, COLUMNS))
    case = Case("constant", begin, eighths / 8 * last)
    off = walk(tmp_path, [case], storage, SHORT)["constant"] * QUANTUM
    way = -SHORT * case.varying[0].astype(np.float64)
    gone = 1 + (off * way).sum() / (way * way).sum()
    # One element is off by less than sqrt(SHORT) / 2 = 22 of some 500 bits, and 512 of them
    # by 0.2 %.
    assert gone == pytest.approx(1, abs=0.02)


RATES = [1e-5, 1e-6, 1e-7]


@pytest.fixture(scope="module")
def decayed(tmp_path_factory):
    """A function: the part of all weights that each rate has taken under a storage."""
    found = {}

    def part(storage):
        if storage not in found:
            random = np.random.default_rng(3)
            begin = 0.05 * random.standard_normal((8 * ROWS, COLUMNS))
            decays = [Case(f"rate{rate}", begin, np.zeros((1, *begin.shape))) for rate in RATES]
            rates = {f"rate{rate}.rate": [rate] for rate in RATES}
            module = elements.make_sgd(decays)
            out = elements.run(FP8_RUN, tmp_path_factory.mktemp("decay"), module, decays, storage, STEPS, rates)
            size = np.abs(begin).sum()
            found[storage] = {rate: 1 - np.abs(out[f"rate{rate}"]).sum() / size for rate in RATES}
        return found[storage]

    return part


@pytest.mark.parametrize("storage, rate", cases(STORAGES, RATES))
def test_decay(decayed, storage, rate):
    """Weight decay alone takes as much as from f32 states, which know 1 - 1e-7 to 19 %.
    At this rate a step takes 2e-4 to 4e-4 of the last bit of fp8-split8, of which draws
    of 16 bits lose 4 %."""
    assert decayed(storage)[rate] == pytest.approx(decayed("fp32")[rate], rel=0.06)


# --- moments -------------------------------------------------------------------------


def with_anchor(values):
    """Without the first element of a row, whose gradient is 1 in every step: the scale
    of the row then is that of a group whose other elements still train."""
    values[..., 0] = 0.0
    return values


def make_moments():
    random = np.random.default_rng(4)
    shape = (ROWS, COLUMNS)
    anchor = np.zeros((1, *shape))
    anchor[..., 0] = 1.0
    sizes = np.exp2(random.uniform(-3, 0, shape))

    def case(name, varying, gate=(1.0,)):
        begin = 0.05 * random.standard_normal(shape)
        return Case(name, begin, with_anchor(np.asarray(varying)), np.asarray(gate), anchor)

    def normal(period, mean=0.3):
        return sizes * (mean + random.standard_normal((period, *shape)))

    def once_in(period):
        """Each element has its step of the period."""
        phase = random.integers(0, period, shape)
        return np.stack([np.where(phase == step, sizes, 0.0) for step in range(period)])

    rare = np.where(random.random((5003, *shape)) < 1 / 300, sizes, 0.0)
    spike = np.where(np.arange(STEPS) == STEPS // 3, 1000.0, 1.0)
    return [
        case("constant", sizes[None]),
        case("dense", normal(1999)),
        case("period144", normal(144)),
        case("sparse8", once_in(8)),
        case("sparse34", once_in(34)),
        case("rare300", rare),
        case("impulse2000", sizes[None], np.arange(2000) == 0),
        case("drift", normal(97), np.linspace(0.25, 1.0, STEPS)),
        case("spike", normal(97), spike),
    ]


MOMENTS = ["constant", "dense", "period144", "sparse8", "sparse34", "rare300", "impulse2000", "drift", "spike"]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A function: (case, exact sums, found states) by storage and name."""
    moments = make_moments()
    assert [case.name for case in moments] == MOMENTS
    exact = elements.exact_adam(moments, STEPS, 0.999, LR)
    module = elements.make_adam(moments, 0.999)
    scalars = elements.adam_scalars(STEPS, 0.999, LR)
    runs = {}

    def states(storage, name):
        if storage not in runs:
            folder = tmp_path_factory.mktemp("moments")
            runs[storage] = elements.run(FP8_RUN, folder, module, moments, storage, STEPS, scalars)
        case = moments[MOMENTS.index(name)]
        return case, exact[name], runs[storage]

    return states


def compare_sums(exact, found):
    """(mean over elements of found / exact, its standard error), without anchors."""
    ratios = (found / exact)[:, 1:].reshape(-1)
    return ratios.mean(), ratios.std() / np.sqrt(ratios.size)


def check_mean(exact, found, allowed=0.005):
    """Unbiased within half a percent, and within the resolution of 508 elements."""
    mean, error = compare_sums(exact, found)
    assert error <= 0.004, "too few steps to tell"
    assert abs(mean - 1) <= allowed + 2 * error


# A first moment in bf16 stands at up to half a unit / (1 - beta1), 5 units of 2^-8 at most,
# on its way up to a constant gradient; on its way down it gets as near to 0.
NEAREST_BF16 = 0.03


@pytest.mark.parametrize("storage, name", cases(STORAGES, MOMENTS))
def test_mean_of_second_moments(trained, storage, name):
    """An average of stochastic roundings is unbiased only if draws do not know the state
    that they have made."""
    _, exact, found = trained(storage, name)
    check_mean(exact["v"], found[f"sum_v.{name}"])


#: The sums of the others are small beside their terms.
ONE_SIGN = ["constant", "sparse8", "sparse34", "rare300", "impulse2000"]


@pytest.mark.parametrize("storage, name", cases(STORAGES, ONE_SIGN))
def test_mean_of_first_moments(trained, storage, name):
    """After a gradient a first moment decays to nothing, and its sum is the gradient: one
    that is rounded to nearest stands still on the way."""
    _, exact, found = trained(storage, name)
    check_mean(exact["m"], found[f"sum_m.{name}"], NEAREST_BF16 if storage == "bf16-residual" else 0.005)


@pytest.mark.parametrize("storage, name", cases(["fp32", *STORAGES], MOMENTS))
def test_way_of_weights(trained, storage, name):
    """Weights go as far as in f64, and hardly elsewhere.

    Second moments in 8 bits are off by 4 % (the step between codes is 1/16 to 1/32) in
    every step, and by 10 % after the thousand steps that they remember; their root by
    half of that. 1 / sqrt(v) of a noisy v is too large by 3/8 of its variance, 0.4 %.
    Steps of 1e-6 are a fourteenth of the last bit of fp8-split8: its draws add
    sqrt(STEPS / 16) bits of noise, which the way grows past."""
    case, exact, found = trained(storage, name)
    began = case.begin.astype(np.float64)[:, 1:]
    way, gone = exact["w"][:, 1:] - began, found[name][:, 1:] - began
    along = (gone * way).sum() / (way * way).sum()
    allowed = {"fp32": 0.002, "bf16-residual": NEAREST_BF16}.get(storage, 0.02)
    assert along == pytest.approx(1, abs=allowed)
    last = np.exp2(np.floor(np.log2(np.abs(began))) - 11)
    noise = STEPS / 16 * (last * last).sum() if storage == "fp8-split8" else 0.0
    across = ((gone - way) ** 2).sum()
    part = {"fp32": 0.01, "bf16-residual": 0.04}.get(storage, 0.12)
    assert across <= part**2 * (way * way).sum() + 1.2 * noise


# --- weights without gradients ---------------------------------------------------------

MARKS = [mark for mark in (1000, 5000, 20000) if mark <= STEPS]


@pytest.fixture(scope="module")
def dead(tmp_path_factory):
    """A function: {mark: how far weights without gradient have gone, rms}. Half of every
    group has gradients in the first 100 steps only."""
    random = np.random.default_rng(5)
    shape = (2 * ROWS, COLUMNS)
    gradients = 1e-3 * random.standard_normal((503, *shape))
    dying, alive = gradients.copy(), gradients.copy()
    dying[..., : COLUMNS // 2] = 0.0
    alive[..., COLUMNS // 2 :] = 0.0
    case = Case("w", 0.05 * random.standard_normal(shape), dying, np.arange(MARKS[-1]) < 100, alive)
    runs = {}

    def moved(storage, beta2):
        if (storage, beta2) not in runs:
            module = elements.make_adam([case], beta2, MARKS)
            scalars = elements.adam_scalars(MARKS[-1], beta2, 1e-3, MARKS)
            folder = tmp_path_factory.mktemp("dead")
            found = elements.run(FP8_RUN, folder, module, [case], storage, MARKS[-1], scalars)
            ways = {mark: (found[f"at.{mark}.w"] - case.begin)[:, COLUMNS // 2 :] for mark in MARKS}
            runs[storage, beta2] = {mark: np.sqrt((way**2).mean()) for mark, way in ways.items()}
        return runs[storage, beta2]

    return moved


@pytest.mark.parametrize("storage, beta2, mark", cases(STORAGES, BETA2S, MARKS))
def test_dead_weights(dead, storage, beta2, mark):
    """A weight without gradient rests where f32 states leave it."""
    assert dead(storage, beta2)[mark] == pytest.approx(dead("fp32", beta2)[mark], rel=0.05)
