"""The model of examples/char_gpt in PyTorch under torch.compile, a peer of steps.py.

    python torch_peer.py float32|bfloat16 STEPS [options of examples/char_gpt/capture.py]

Runs in an environment with torch. Prints the seconds of a step and the first loss. With
bfloat16, the forward pass runs under autocast.
"""

import argparse
import json
import os
import pathlib
import statistics
import sys
import time

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "char_gpt"
sys.path.insert(0, str(EXAMPLE))

import config as sizes  # noqa: E402
import data  # noqa: E402
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, hidden = config.width, 4 * config.width
        self.heads = config.heads
        self.ln1, self.ln2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = nn.ModuleDict({"qkv": nn.Linear(width, 3 * width), "proj": nn.Linear(width, width)})
        self.mlp = nn.ModuleDict({"fc": nn.Linear(width, hidden), "proj": nn.Linear(hidden, width)})

    def forward(self, x):
        batch, length, width = x.shape
        qkv = self.attn["qkv"](self.ln1(x)).view(batch, length, 3, self.heads, -1)
        q, k, v = qkv.permute(2, 0, 3, 1, 4).unbind()
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.attn["proj"](y.transpose(1, 2).reshape(batch, length, width))
        hidden = F.gelu(self.mlp["fc"](self.ln2(x)), approximate="tanh")
        return x + self.mlp["proj"](hidden)


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.wte = nn.Embedding(config.vocab, config.width)
        self.wpe = nn.Parameter(torch.empty(config.context, config.width))
        self.h = nn.ModuleList(Block(config) for _ in range(config.layers))
        self.ln_f = nn.LayerNorm(config.width)
        self.head = nn.Linear(config.width, config.vocab, bias=False)

    def forward(self, idx, targets):
        x = self.wte(idx) + self.wpe
        for block in self.h:
            x = block(x)
        logits = self.head(self.ln_f(x))
        return F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten())


def load(model, tensors):
    """Copies the parameters of the example, whose linear layers are transposed."""
    for name, parameter in model.named_parameters():
        key = name.replace("wte.weight", "wte").replace("h.", "h")
        value = torch.from_numpy(tensors[f"params.{key}"])
        is_linear = parameter.dim() == 2 and "wte" not in name and "wpe" not in name
        with torch.no_grad():
            parameter.copy_(value.t() if is_linear else value)


def make_optimizer(model, config):
    parameters = list(model.parameters())
    groups = [
        {"params": [p for p in parameters if p.dim() == 2], "weight_decay": 0.1},
        {"params": [p for p in parameters if p.dim() != 2], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=data.PEAK_LR, betas=(0.9, config.beta2), fused=True)


def main():
    dtype, steps = getattr(torch, sys.argv[1]), int(sys.argv[2])
    parser = argparse.ArgumentParser()
    sizes.add_arguments(parser)
    config = sizes.from_arguments(parser.parse_args(sys.argv[3:]))
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    tensors = data.inputs(config, 1, 0)
    model = GPT(config)
    load(model, tensors)
    optimizer = make_optimizer(model, config)
    batch = [torch.from_numpy(tensors[name][0]).long() for name in ("idx", "targets")]

    @torch.compile
    def loss_of(idx, targets):
        with torch.autocast("cpu", dtype=dtype, enabled=dtype != torch.float32):
            return model(idx, targets)

    seconds, losses = [], []
    for _ in range(steps):
        start = time.perf_counter(), time.process_time()
        optimizer.zero_grad()
        loss = loss_of(*batch)
        loss.backward()
        optimizer.step()
        seconds.append((time.perf_counter() - start[0], time.process_time() - start[1]))
        losses.append(loss.item())
    wall, cpu = zip(*seconds[2:], strict=True)
    print(
        json.dumps(
            {
                "median_step_seconds": statistics.median(wall),
                "min_cpu_seconds": min(cpu),
                "first_loss": losses[0],
                "last_loss": losses[-1],
            }
        )
    )


if __name__ == "__main__":
    main()
