"""A loop of one's own in PyTorch: its step is compiled, and the model evaluated."""

import torch

import fp8

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Linear(16, 64), torch.nn.LayerNorm(64), torch.nn.GELU(), torch.nn.Linear(64, 4)
)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
teacher = torch.randn(16, 4)


def make_batch():
    x = torch.randn(32, 16)
    return x, (x @ teacher).argmax(1)


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    return loss.detach()


train = fp8.torch.compile_step(step, model, optimizer, *make_batch(), recipe="delayed")
losses = [train(*make_batch()).item() for _ in range(20)]
assert losses[-1] < losses[0], losses
with torch.no_grad():
    x, y = make_batch()
    assert torch.isfinite(torch.nn.functional.cross_entropy(model(x), y))
print("trained")
