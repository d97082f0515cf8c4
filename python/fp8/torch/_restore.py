"""Restores the model, the optimizer and torch after a trace."""

import contextlib


@contextlib.contextmanager
def unchanged(model, optimizer):
    """Restores everything that tracing changes, also after an error.

    Tracing replaces tensors instead of writing to them. So it suffices to restore
    which tensors the objects hold.
    """
    import torch

    modules = [
        (module, dict(module.__dict__), _tables(module)) for module in model.modules()
    ]
    attributes = dict(optimizer.__dict__)
    groups = [(group, dict(group)) for group in optimizer.param_groups]
    lists = [list(group["params"]) for group in optimizer.param_groups]
    state = optimizer.state
    states = {key: (value, _copy(value)) for key, value in state.items()}
    generator = torch.get_rng_state()
    grad_enabled = torch.is_grad_enabled()
    compiling = torch.compiler._is_compiling_flag
    try:
        yield
    finally:
        torch.compiler._is_compiling_flag = compiling
        torch.set_grad_enabled(grad_enabled)
        torch.set_rng_state(generator)
        for module, saved, tables in modules:
            _replace(module.__dict__, saved)
            for table, contents in tables:
                _replace(table, contents)
        _replace(optimizer.__dict__, attributes)
        _replace(state, {key: value for key, (value, _) in states.items()})
        for value, contents in states.values():
            if isinstance(value, dict):
                _replace(value, contents)
        for (group, saved), parameters in zip(groups, lists):
            _replace(group, saved)
            group["params"][:] = parameters


def _tables(module):
    """Returns the dictionaries of parameters, buffers and modules, with copies."""
    tables = (module._parameters, module._buffers, module._modules)
    return [(table, dict(table)) for table in tables]


def _copy(value):
    return dict(value) if isinstance(value, dict) else None


def _replace(table, contents):
    table.clear()
    table.update(contents)
