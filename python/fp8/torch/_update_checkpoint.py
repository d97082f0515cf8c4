"""State dicts of optimizers whose updates are compiled."""

import torch


def load(optimizer, load_base, state_dict):
    """Loads a state dict by the method of the base class, and takes its states in their
    own types: the base class casts them to the types of the parameters. After
    a ValueError, nothing has changed."""
    groups, states = optimizer.param_groups, optimizer.state
    # Hooks of users may replace the dict before it is read.
    found = []
    before = optimizer.register_load_state_dict_pre_hook(
        lambda _, final: found.append(final)
    )
    after = optimizer.register_load_state_dict_post_hook(
        lambda _: _take(optimizer, found[-1], groups), prepend=True
    )
    try:
        load_base(state_dict)
        for group in optimizer.param_groups:
            optimizer._check(group)
    except ValueError:
        optimizer.param_groups, optimizer.state = groups, states
        raise
    finally:
        before.remove()
        after.remove()


def _take(optimizer, state_dict, previous_groups):
    saved = [i for group in state_dict["param_groups"] for i in group["params"]]
    params = [p for group in optimizer.param_groups for p in group["params"]]
    for number, param in zip(saved, params, strict=True):
        for key, value in state_dict["state"].get(number, {}).items():
            if isinstance(value, torch.Tensor):
                value = value.detach().to("cpu", copy=True)
            optimizer.state[param][key] = value
    for group, previous in zip(optimizer.param_groups, previous_groups, strict=True):
        # Checkpoints of old versions of PyTorch lack this key.
        group.setdefault("maximize", False)
        # The base class adds `differentiable` to the defaults.
        missing = [
            key
            for key in optimizer.defaults
            if key not in group and key != "differentiable"
        ]
        if missing:
            raise ValueError(
                f"expected param groups of {type(optimizer).__name__}, but those of "
                f"the state dict have no {', '.join(missing)}"
            )
        # Ignore the storage in the dict: loaded states are converted to the
        # storage of the optimizer.
        group.pop("storage", None)
        if "storage" in previous:
            group["storage"] = previous["storage"]


def unpack(optimizer, get_storage, has_steps):
    """Returns a state dict with the states of PyTorch, in f32. `has_steps` says whether
    they have a counter of steps."""
    packed = optimizer.state_dict()
    state = {}
    for group, saved in zip(
        optimizer.param_groups, packed["param_groups"], strict=True
    ):
        for param, number in zip(group["params"], saved["params"], strict=True):
            if number not in packed["state"]:
                continue
            entry = packed["state"][number]
            state[number] = get_storage(group).unpack_state(param, entry)
            if has_steps and "step" in entry:
                state[number]["step"] = entry["step"].clone()
    return {"state": state, "param_groups": packed["param_groups"]}
