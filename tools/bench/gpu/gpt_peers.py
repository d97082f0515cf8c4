"""The training step of GPT-2 in PyTorch and JAX, for comparison of times."""
import json
import os
import pathlib
import subprocess
import sys

import torch_gpt

HERE = pathlib.Path(__file__).resolve().parent
SAMPLES = 20


class Training:
    """A step in bf16 under autocast, with AdamW on f32."""

    def __init__(self, torch, extents, mode=None, device="cuda"):
        shape = (extents["batch"], extents["context"])
        tokens, targets = (torch.randint(extents["vocab"], shape, device=device)
                           for _ in range(2))
        model = torch_gpt.make(torch, extents).to(device)
        entropy = torch.nn.functional.cross_entropy

        def loss():
            with torch.autocast(device, torch.bfloat16):
                logits = model(tokens)
            return entropy(logits.flatten(0, 1).float(), targets.flatten())

        self.model = model
        self.loss = torch.compile(loss, mode=mode)

    def make_optimizer(self, torch, **options):
        return torch.optim.AdamW(self.model.parameters(), lr=1e-4, fused=True, **options)


def make(peers, extents):
    """Returns the maker of the step that is launched op by op."""
    def make_peer():
        training = Training(peers.torch, extents)
        optimizer = training.make_optimizer(peers.torch)

        def work():
            training.loss().backward()
            optimizer.step()
            optimizer.zero_grad()

        return peers.timed(work)

    return {"torch.compile in bf16": make_peer}


def make_graph(peers, extents, mode, backend):
    """Returns a peer that launches the step as one CUDA graph, with attention by `backend`."""
    torch = peers.torch
    from torch.nn.attention import SDPBackend, sdpa_kernel  # noqa: PLC0415
    training = Training(torch, extents, mode)
    optimizer = training.make_optimizer(torch, capturable=True)

    def work():
        # Gradients that are not there are written, not added to: the graph owns them.
        optimizer.zero_grad(set_to_none=True)
        with sdpa_kernel(getattr(SDPBackend, backend)):
            training.loss().backward()
        optimizer.step()

    return peers.captured(work)


def make_best(peers, extents):
    """Returns the makers of the steps that PyTorch and JAX may do fastest."""
    modes = {"torch.compile": None,
             "torch.compile(max-autotune)": "max-autotune-no-cudagraphs"}
    backends = {"cuDNN": "CUDNN_ATTENTION", "flash": "FLASH_ATTENTION"}
    makers = {
        f"{label}, CUDA graph, {name} attention":
            lambda mode=mode, backend=backend: make_graph(peers, extents, mode, backend)
        for label, mode in modes.items() for name, backend in backends.items()}
    return makers | {
        f"JAX jit in bf16{suffix}":
            lambda arguments=arguments: make_jax(extents, arguments)
        for suffix, arguments in (("", []), (", cuDNN attention", ["--attention=cudnn"]))}


def make_large(peers, extents):
    """Returns the maker of the one step that fits into memory beside the case's."""
    makers = make_best(peers, extents)
    label = "torch.compile, CUDA graph, cuDNN attention"
    return {label: makers[label]}


def make_jax(extents, arguments):
    """Returns a peer that repeats the times of a process of its own."""
    command = [sys.executable, HERE / "jax_gpt.py", f"--samples={SAMPLES}", *arguments]
    command += [f"--{name}={value}" for name, value in extents.items()]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                          check=False,
                          env=os.environ | {"XLA_PYTHON_CLIENT_PREALLOCATE": "false"})
    if done.returncode != 0:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        raise RuntimeError(f"jax_gpt.py ended with {done.returncode}: {last}")
    samples = json.loads(done.stdout.splitlines()[-1])
    number = 0

    def seconds():
        nonlocal number
        number += 1
        return samples[number % len(samples)]

    return seconds
