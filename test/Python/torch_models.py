"""Small models, an optimizer that torch lacks, and runs of captured steps."""

import torch
import torch.nn.functional as F
import torch_graphs
from torch import nn
from torch.utils.checkpoint import checkpoint

import fp8

# Runs are compared with one thread of torch, whose sums then have one order.
torch.set_num_threads(1)


class MLP(nn.Module):
    def __init__(self, dropout=0.0):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(32, 64), nn.Tanh(), nn.Dropout(dropout), nn.Linear(64, 10)
        )

    def forward(self, x, y):
        return F.cross_entropy(self.layers(x), y)


class RNN(nn.Module):
    """An LSTM whose input is recomputed in the backward pass."""

    def __init__(self):
        super().__init__()
        self.lift = nn.Linear(8, 16)
        self.cells = nn.LSTM(16, 16, batch_first=True)
        self.head = nn.Linear(16, 10)

    def forward(self, x, y):
        x = checkpoint(self.lift, x.view(-1, 4, 8), use_reentrant=False)
        return F.cross_entropy(self.head(self.cells(x)[0][:, -1]), y)


class CNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.second = nn.Conv2d(8, 16, 3, stride=2, padding=1)
        self.head = nn.Linear(16 * 4 * 4, 10)

    def forward(self, x, y):
        x = F.max_pool2d(F.relu(self.norm(self.first(x))), 2)
        x = F.relu(self.second(x))
        return F.cross_entropy(self.head(x.flatten(1)), y)


class Attention(nn.Module):
    def __init__(self, width, heads, causal):
        super().__init__()
        self.heads, self.causal = heads, causal
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.qkv(x).split(width, 2)
        split = (batch, length, self.heads, width // self.heads)
        q, k, v = (part.view(split).transpose(1, 2) for part in parts)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        return self.out(y.transpose(1, 2).reshape(batch, length, width))


class Block(nn.Module):
    def __init__(self, width, heads, causal, dropout):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads, causal)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        x = x + self.dropout(self.attention(self.norm1(x)))
        return x + self.dropout(self.down(F.gelu(self.up(self.norm2(x)))))


class GPT(nn.Module):
    """The weights of the embedding and the head are tied."""

    def __init__(self, vocabulary=64, length=16, width=32, layers=2, dropout=0.0):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(length, width)
        self.h = nn.ModuleList(Block(width, 4, True, dropout) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.tokens.weight
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.normal_(parameter, 0.0, 0.02)

    def forward(self, x, y):
        hidden = self.tokens(x) + self.positions(torch.arange(x.shape[1]))
        for block in self.h:
            hidden = block(hidden)
        logits = self.head(self.norm(hidden))
        return F.cross_entropy(logits.view(-1, logits.shape[-1]), y.view(-1))


class ViT(nn.Module):
    """Two blocks on patches of 4 x 4 pixels and a class token."""

    def __init__(self, width=32):
        super().__init__()
        self.patches = nn.Conv2d(3, width, 4, stride=4)
        self.token = nn.Parameter(torch.zeros(1, 1, width))
        self.positions = nn.Parameter(torch.randn(1, 17, width) * 0.02)
        self.blocks = nn.ModuleList(Block(width, 4, False, 0.0) for _ in range(2))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, 10)

    def forward(self, x, y):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.positions
        for block in self.blocks:
            x = block(x)
        return F.cross_entropy(self.head(self.norm(x)[:, 0]), y)


class Lion(torch.optim.Optimizer):
    """The sign of an average of gradients, with decoupled weight decay."""

    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0.0):
        super().__init__(
            params, {"lr": lr, "betas": betas, "weight_decay": weight_decay}
        )

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            first, second = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["exp_avg"] = torch.zeros_like(p)
                average = state["exp_avg"]
                update = torch.sign(average * first + p.grad * (1 - first))
                if group["weight_decay"] != 0:
                    p.mul_(1 - group["lr"] * group["weight_decay"])
                p.add_(update, alpha=-group["lr"])
                average.mul_(second).add_(p.grad, alpha=1 - second)


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = model(x, y)
    loss.backward()
    optimizer.step()
    return loss.detach()


def clipped_step(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = model(x, y)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
    return loss.detach()


def accumulating_step(model, optimizer, x, y):
    optimizer.zero_grad()
    total = 0.0
    for part_x, part_y in zip(x.chunk(2), y.chunk(2)):
        loss = model(part_x, part_y) / 2
        loss.backward()
        total = total + loss.detach()
    optimizer.step()
    return total


def autocast_step(model, optimizer, x, y):
    optimizer.zero_grad()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = model(x, y)
    loss.backward()
    optimizer.step()
    return loss.detach()


def vectors(count, seed=0):
    g = torch.Generator().manual_seed(seed)
    return [
        (torch.randn(16, 32, generator=g), torch.randint(0, 10, (16,), generator=g))
        for _ in range(count)
    ]


def images(count, seed=0, batch=8):
    g = torch.Generator().manual_seed(seed)

    def draw():
        x = torch.randn(batch, 3, 16, 16, generator=g)
        return x, torch.randint(0, 10, (batch,), generator=g)

    return [draw() for _ in range(count)]


def tokens(count, seed=0, vocabulary=64, length=16):
    g = torch.Generator().manual_seed(seed)

    def draw():
        return torch.randint(0, vocabulary, (4, length), generator=g)

    return [(draw(), draw()) for _ in range(count)]


def run(captured, folder, batches, *flags, values=None):
    """Returns the losses of fp8-run, one for each batch."""
    module, data = captured.save(folder / "step", batches=batches, values=values)
    return torch_graphs.losses(module, data, len(batches), folder, *flags)


def eager(step, model, optimizer, batches):
    return [step(model, optimizer, *batch).item() for batch in batches]


def both(make, step, batches, folder, *flags):
    """Returns the losses of eager torch and of the captured step."""
    torch.manual_seed(0)
    model, optimizer = make()
    captured = fp8.torch.capture(step, model, optimizer, *batches[0])
    ours = run(captured, folder, batches, *flags)
    return eager(step, model, optimizer, batches), ours


def groups(model, decay=0.1):
    """Returns param groups: matrices have weight decay, vectors have none."""
    parameters = list(model.parameters())
    return [
        {"params": [p for p in parameters if p.dim() > 1], "weight_decay": decay},
        {"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0.0},
    ]
