"""State dicts of optimizers whose updates are compiled."""

import zlib

import torch

from fp8.torch._update_shard import describe_part, find_shard

#: The state of a part of a parameter in 8 bits: its first and last position, the size of
#: the whole and, in state dicts, a checksum of the codes.
PART = "part"


def sign(state_dict):
    """Adds checksums to the states of parts. torch.distributed.checkpoint may save each
    tensor of another process."""
    states = dict(state_dict["state"])
    for number, entry in states.items():
        if PART in entry:
            part = [*entry[PART].tolist()[:3], _get_checksum(entry)]
            states[number] = {**entry, PART: torch.tensor(part, device="cpu")}
    return {**state_dict, "state": states}


_ADVICE = (
    "torch.distributed.checkpoint cannot keep them: each process saves a file of its "
    "own by torch.save, or unpacked_state_dict()"
)


def _check_part(param, entry):
    part = entry[PART].tolist()
    if len(part) > 3 and part[3] != _get_checksum(entry):
        raise ValueError(
            "expected the states of one process for a sharded parameter in 8 bits, but "
            f"the state dict has those of several; {_ADVICE}"
        )
    shard = find_shard(param)
    own = describe_part(param, shard) if shard else [0, param.numel(), param.numel()]
    if part[:3] != own:
        raise ValueError(
            f"expected states in 8 bits of the elements {_name_part(own)} of a "
            f"parameter, which this process holds, but the state dict has those of "
            f"{_name_part(part)}; {_ADVICE}"
        )


def _name_part(part):
    return f"{part[0]} to {part[1]} of {part[2]}"


def _get_checksum(entry):
    """Returns a checksum of the codes and scales of a state."""
    checksum = 0
    for name in sorted(entry):
        value = entry[name]
        if name not in (PART, "step") and isinstance(value, torch.Tensor):
            plane = value.detach().cpu().contiguous().reshape(-1).view(torch.uint8)
            checksum = zlib.crc32(plane.numpy(), checksum)
    return checksum


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
        if PART in optimizer.state.get(param, ()):
            _check_part(param, optimizer.state[param])
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
