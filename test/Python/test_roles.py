# RUN: %pytest %s
"""Classes of the matmuls of a step: penalties on parameters change nothing, and all
matmuls of all updates of a step are quantized."""

import pytest

jax = pytest.importorskip("jax", reason="jax is not installed")

import jax.flatten_util  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import roles  # noqa: E402
from roles import NET, OPTIMIZERS, X, Y, f32, i32, states_of, tree  # noqa: E402

if not roles.OPT:
    pytest.skip("FP8_OPT does not name the fp8-opt binary", allow_module_level=True)

#: Of a net of three layers on data.
ONE_PASS = {"fwd": 3, "dX": 2, "dW": 3}
UPDATES = {"p2": "p", "s2": "s"}


def times(number, counts=None):
    return {role: number * n for role, n in (counts or ONE_PASS).items()}


def sum_of_squares(p):
    return sum(jnp.sum(a * a) for a in tree.tree_leaves(p))


def difference(p, q):
    return tree.tree_map(lambda a, b: a - b, p, q)


def sum_over(function, *trees):
    leaves = map(tree.tree_leaves, trees)
    return sum(function(*tensors) for tensors in zip(*leaves, strict=True))


def huber(a):
    return jnp.where(abs(a) < 1.0, 0.5 * a * a, abs(a) - 0.5)


#: Ways to write a penalty on the parameters `p`. `q` are other parameters, `f` their
#: weights.
PENALTIES = {
    "l2": lambda p, q, f: 0.01 * sum_of_squares(p),
    "l1": lambda p, q, f: 1e-3 * sum_over(lambda a: jnp.sum(abs(a)), p),
    "elastic": lambda p, q, f: 1e-3
    * sum_over(lambda a: jnp.sum(abs(a)) + jnp.mean(a**2), p),
    "l2-sp": lambda p, q, f: 0.01 * sum_of_squares(difference(p, q)),
    "proximal": lambda p, q, f: 0.5
    * sum_over(lambda a, b: jnp.vdot(a - b, a - b), p, q),
    "ewc": lambda p, q, f: 0.5
    * sum_over(lambda a, b, c: jnp.sum(c * (a - b) ** 2), p, q, f),
    "norm": lambda p, q, f: 0.01 * jnp.sqrt(sum_of_squares(p) + 1e-8),
    "groups": lambda p, q, f: 0.01
    * jnp.sum(jnp.sqrt(jnp.sum(p["w1"] ** 2, axis=0) + 1e-6)),
    "einsum": lambda p, q, f: 0.01
    * sum(jnp.einsum("ij,ij->", p[name], p[name]) for name in ("w1", "w2", "w3")),
    "vector": lambda p, q, f: 0.01
    * jnp.sum(jax.flatten_util.ravel_pytree(p)[0] ** 2),
    "huber": lambda p, q, f: 1e-3 * sum_over(lambda a: jnp.sum(huber(a)), p),
    "limit": lambda p, q, f: jax.nn.relu(sum_of_squares(p) - 1.0),
}
#: Why products of all elements of two tensors stay wide.
NUMBER = "it keeps no dimension of one operand"
LOSSES = {"mse": (roles.mse, Y), "cross entropy": (roles.cross_entropy, roles.LABELS)}


def capture_penalized(penalty, optimizer, loss, target):
    update = OPTIMIZERS[optimizer]

    def step(p, s, q, f, x, y):
        def total(p):
            return loss(p, x, y) + (penalty(p, q, f) if penalty else 0.0)

        value, g = jax.value_and_grad(total)(p)
        return value, *update(p, s, g)

    arguments = (NET, states_of(update), NET, NET, X, target)
    return roles.capture(step, arguments, ["loss", *UPDATES], UPDATES)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_penalty_changes_no_role(optimizer, loss, tmp_path):
    def find(penalty):
        text = capture_penalized(penalty, optimizer, *LOSSES[loss])
        found = roles.find_roles(text, tmp_path)
        # A penalty itself may be a product of a tensor with itself, which is a number.
        return {remark: n for remark, n in found.items() if NUMBER not in remark}

    plain = find(None)
    assert roles.count_by_role(plain) == ONE_PASS
    for name, penalty in PENALTIES.items():
        assert find(penalty) == plain, name


@pytest.mark.parametrize("returned", ["first", "second"])
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_both_passes_of_sam(optimizer, returned, tmp_path):
    update = OPTIMIZERS[optimizer]

    def step(p, s, x, y):
        first, g = jax.value_and_grad(roles.mse)(p, x, y)
        scale = 0.05 / (jnp.sqrt(sum_of_squares(g)) + 1e-12)
        moved = tree.tree_map(lambda a, b: a + scale * b, p, g)
        second, g = jax.value_and_grad(roles.mse)(moved, x, y)
        return first if returned == "first" else second, *update(p, s, g)

    text = roles.capture(
        step, (NET, states_of(update), X, Y), ["loss", *UPDATES], UPDATES
    )
    assert roles.count_by_role(roles.find_roles(text, tmp_path)) == times(2)


@pytest.mark.parametrize("returned", ["first", "last", "mean"])
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_all_inner_steps(optimizer, returned, tmp_path):
    update = OPTIMIZERS[optimizer]

    def step(p, s, x, y):
        losses = []
        for i in range(3):
            value, g = jax.value_and_grad(roles.mse)(p, x[i], y[i])
            p, s = update(p, s, g)
            losses.append(value)
        values = {"first": losses[0], "last": losses[-1], "mean": sum(losses) / 3}
        return values[returned], p, s

    arguments = (NET, states_of(update), f32(3, *X.shape), f32(3, *Y.shape))
    text = roles.capture(step, arguments, ["loss", *UPDATES], UPDATES)
    found = roles.find_roles(text, tmp_path)
    assert roles.count_by_role(found) == times(3)
    # A parameter has one name before and after it is updated.
    assert roles.find_roles(text, tmp_path, "recipe=current skip=p.w2") != found
    wide = roles.find_roles(text, tmp_path, "recipe=current override=p.w2=wide")
    assert sum(n for remark, n in wide.items() if "'p.w2' wide" in remark) == 9


def test_scanned_steps(tmp_path):
    def step(p, s, x, y):
        def body(carry, batch):
            p, s = carry
            value, g = jax.value_and_grad(roles.mse)(p, *batch)
            return roles.adam(p, s, g), value

        (p, s), values = jax.lax.scan(body, (p, s), (x, y))
        return jnp.mean(values), p, s

    arguments = (NET, states_of(roles.adam), f32(3, *X.shape), f32(3, *Y.shape))
    text = roles.capture(step, arguments, ["loss", *UPDATES], UPDATES)
    assert roles.count_by_role(roles.find_roles(text, tmp_path)) == times(3)


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_all_epochs_of_ppo(optimizer, tmp_path):
    update = OPTIMIZERS[optimizer]
    params = {"w": f32(32, 64), "b": f32(64), "policy": f32(64, 16), "v": f32(64, 8)}

    def loss(p, x, actions, advantage, returns, old):
        hidden = jnp.tanh(x @ p["w"] + p["b"])
        logits = jax.nn.log_softmax(hidden @ p["policy"])
        chosen = jnp.take_along_axis(logits, actions[:, None], 1)[:, 0]
        ratio = jnp.exp(chosen - old)
        clipped = jnp.clip(ratio, 0.8, 1.2)
        policy = -jnp.mean(jnp.minimum(ratio * advantage, clipped * advantage))
        value = jnp.mean((jnp.mean(hidden @ p["v"], axis=1) - returns) ** 2)
        return policy + 0.5 * value, (policy, value)

    def step(p, s, x, actions, advantage, returns, old):
        batch = (x, actions, advantage, returns, old)
        for _ in range(3):
            (value, parts), g = jax.value_and_grad(loss, has_aux=True)(p, *batch)
            p, s = update(p, s, g)
        return value, *parts, p, s

    batch = (X, i32(24), f32(24), f32(24), f32(24))
    names = ["total", "policy_loss", "value_loss", *UPDATES]
    arguments = (params, states_of(update, params), *batch)
    text = roles.capture(step, arguments, names, UPDATES)
    one = {"fwd": 3, "dX": 2, "dW": 3}
    assert roles.count_by_role(roles.find_roles(text, tmp_path)) == times(3, one)


GENERATOR = {"w1": f32(16, 64), "w2": f32(64, 32)}
CRITIC = {"w1": f32(32, 64), "w2": f32(64, 64), "w3": f32(64, 8)}


def draw(key):
    key, noise = jax.random.split(key)
    return jax.random.normal(noise, (24, 16)), key


def draw_by_counter(count):
    key = jax.random.fold_in(jax.random.PRNGKey(0), count)
    return jax.random.normal(key, (24, 16)), count + 1


#: What noise is made of, and how.
NOISES = {
    "given": (f32(24, 16), lambda z: (z, None)),
    "key": (jax.ShapeDtypeStruct((2,), jnp.uint32), draw),
    "counter": (i32(), draw_by_counter),
}


def capture_gan(optimizer, alternates, noise="given"):
    update = OPTIMIZERS[optimizer]
    source, make_noise = NOISES[noise]

    def generate(g, z):
        return jax.nn.relu(z @ g["w1"]) @ g["w2"]

    def judge(d, x):
        return jax.nn.relu(jax.nn.relu(x @ d["w1"]) @ d["w2"]) @ d["w3"]

    def step(g, d, gs, ds, z, real):
        z, z2 = make_noise(z)

        def d_loss(d):
            fake = jax.nn.softplus(judge(d, generate(g, z)))
            return jnp.mean(jax.nn.softplus(-judge(d, real))) + jnp.mean(fake)

        first, grads = jax.value_and_grad(d_loss)(d)
        d2, ds2 = update(d, ds, grads)
        judging = d2 if alternates else d

        def g_loss(g):
            return jnp.mean(jax.nn.softplus(-judge(judging, generate(g, z))))

        second, grads = jax.value_and_grad(g_loss)(g)
        return first, second, *update(g, gs, grads), d2, ds2, z2

    arguments = (GENERATOR, CRITIC, states_of(update, GENERATOR))
    arguments += (states_of(update, CRITIC), source, f32(24, 32))
    results = ["d_loss", "g_loss", "g2", "gs2", "d2", "ds2", "z2"]
    updates = {"g2": "g", "gs2": "gs", "d2": "d", "ds2": "ds"}
    if noise != "given":
        updates["z2"] = "z"
    return roles.capture(step, arguments, results, updates)


@pytest.mark.parametrize("alternates", [False, True])
@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_both_nets_of_a_gan(optimizer, alternates, tmp_path):
    text = capture_gan(optimizer, alternates)
    for losses in ("0,1", "d_loss,g_loss"):
        found = roles.find_roles(text, tmp_path, f"recipe=current loss={losses}")
        counts = roles.count_by_role(found)
        # 2 of the generator, 3 of the critic for real data and for made data,
        # and once more after its update.
        assert counts["fwd"] == (11 if alternates else 8)
        assert counts["dW"] == 2 + 6
        assert counts["dX"] == 1 + 3 + 2 * 2


@pytest.mark.parametrize("noise", ["key", "counter"])
def test_noise_that_a_gan_draws(noise, tmp_path):
    """It is data, like that of an argument."""
    given, drawn = (capture_gan("adam", True, kind) for kind in ("given", noise))
    options = "recipe=current loss=0,1"
    expected = roles.count_by_role(roles.find_roles(given, tmp_path, options))
    found = roles.find_roles(drawn, tmp_path, options)
    assert roles.count_by_role(found) == expected


def test_losses_that_compete(tmp_path):
    done = roles.run_pipeline(capture_gan("adam", True), tmp_path)
    assert done.returncode != 0
    assert "expected one result to be the loss, but 2 results may be" in done.stderr
    assert "result #0, 'd_loss', is computed here" in done.stderr
    assert "result #1, 'g_loss', is computed here" in done.stderr
    assert "--loss=0,1" in done.stderr


TASKS = {"w": f32(32, 64), "a": f32(64, 16), "b": f32(64, 8)}


def capture_tasks(returned):
    def loss(p, x, y, labels):
        hidden = jax.nn.relu(x @ p["w"])
        a = jnp.mean((hidden @ p["a"] - y) ** 2)
        logits = jax.nn.log_softmax(hidden @ p["b"])
        b = -jnp.mean(jnp.take_along_axis(logits, labels[:, None], 1))
        return a + b, (a, b)

    def step(p, s, x, y, labels):
        (total, (a, b)), g = jax.value_and_grad(loss, has_aux=True)(p, x, y, labels)
        norm = jnp.sqrt(sum_of_squares(g))
        every = {"a": a, "b": b, "sum": total, "norm": norm}
        return *[every[name] for name in returned], *roles.adam(p, s, g)

    arguments = (TASKS, states_of(roles.adam, TASKS), X, Y, roles.LABELS)
    return roles.capture(step, arguments, [*returned, *UPDATES], UPDATES)


def test_the_sum_of_losses_is_the_loss(tmp_path):
    counts = {"fwd": 3, "dX": 2, "dW": 3}
    for returned in (["a", "b", "norm", "sum"], ["sum", "a", "b"]):
        found = roles.find_roles(capture_tasks(returned), tmp_path)
        assert roles.count_by_role(found) == counts
    done = roles.run_pipeline(capture_tasks(["norm", "a", "b"]), tmp_path)
    assert "result #1, 'a'" in done.stderr and "result #2, 'b'" in done.stderr
    assert "'norm'" not in done.stderr
    text = capture_tasks(["norm", "a", "b"])
    found = roles.find_roles(text, tmp_path, "recipe=current loss=a,b")
    assert roles.count_by_role(found) == counts


METRICS = {
    "perplexity": lambda p, new, g, x, y, loss: jnp.exp(loss),
    "norm": lambda p, new, g, x, y, loss: jnp.sqrt(sum_of_squares(g)),
    "error": lambda p, new, g, x, y, loss: jnp.mean(abs(roles.apply(p, x) - y)),
    "after": lambda p, new, g, x, y, loss: roles.mse(new, x, y),
    "size": lambda p, new, g, x, y, loss: jnp.sqrt(sum_of_squares(new)),
    "hidden": lambda p, new, g, x, y, loss: jnp.mean(jax.nn.relu(x @ p["w1"])),
}


@pytest.mark.parametrize("name", METRICS)
def test_metrics_beside_the_loss(name, tmp_path):
    def step(p, s, x, y):
        loss, g = jax.value_and_grad(roles.mse)(p, x, y)
        new, s = roles.adam(p, s, g)
        return METRICS[name](p, new, g, x, y, loss), loss, new, s

    arguments = (NET, states_of(roles.adam), X, Y)
    text = roles.capture(step, arguments, ["metric", "value", *UPDATES], UPDATES)
    found = roles.find_roles(text, tmp_path)
    wide = {key: n for key, n in found.items() if not key.startswith("quantized")}
    # Products that no state learns from are of the metric alone.
    assert sum(wide.values()) <= (3 if name == "after" else 0), found
    trained = {key: n for key, n in found.items() if key not in wide}
    counts = roles.count_by_role(trained)
    assert (counts["dX"], counts["dW"]) == (2, 3), found


def test_step_without_loss(tmp_path):
    def step(p, s, x, y):
        g = jax.grad(roles.mse)(p, x, y)
        return *roles.adam(p, s, g), jnp.sqrt(sum_of_squares(g))

    arguments = (NET, states_of(roles.adam), X, Y)
    text = roles.capture(step, arguments, [*UPDATES, "norm"], UPDATES)
    done = roles.run_pipeline(text, tmp_path)
    assert "remark: no result is the loss" in done.stderr
    assert "--loss of fp8-run" in done.stderr
    assert roles.count_by_role(roles.find_roles(text, tmp_path)) == ONE_PASS
