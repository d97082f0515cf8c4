"""Random numbers of a step: Philox4x32-10 of a seed and a counter of steps.

The words equal the words of fp8.draw: the key is (seed, stream), the counter is
(block, 0, step, use), and element i has word i % 4 of block i / 4. `use` is 3, which
no pass uses. Integers of 64 bits hold words of 32 bits without a sign.
"""

_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_MASK = 0xFFFFFFFF
_ROUNDS = 10
_USE = 3


class Random:
    """Draws random numbers in a step; every draw has a stream of its own."""

    def __init__(self, seed, step):
        import torch

        self.seed = seed.to(torch.int64) & _MASK
        self.step = step.to(torch.int64) & _MASK
        self.streams = 0

    def words(self, count):
        """Returns `count` words, as i64."""
        import torch

        index = torch.arange(-(-count // 4), dtype=torch.int64)
        zero = torch.zeros_like(index)
        words = [index, zero, zero + self.step, zero + _USE]
        key, stream = self.seed, self.streams
        self.streams += 1
        for _ in range(_ROUNDS):
            words = _round(words, key, stream)
            key = (key + _KEY_STEPS[0]) & _MASK
            stream = (stream + _KEY_STEPS[1]) & _MASK
        return torch.stack(words, 1).view(-1)[:count]

    def uniform(self, shape):
        """Returns f32 numbers in [0, 1): multiples of 2^-24."""
        import math

        import torch

        words = self.words(math.prod(shape))
        return ((words >> 8).to(torch.float32) * 2.0**-24).view(shape)

    def normal(self, shape):
        """Returns f32 numbers with the standard normal distribution, by Box-Muller."""
        import math

        import torch

        radius = torch.sqrt(-2.0 * torch.log(1.0 - self.uniform(shape)))
        return radius * torch.cos(2.0 * math.pi * self.uniform(shape))

    def decompositions(self):
        """Returns {op: function} for ops of PyTorch that draw random numbers."""
        import torch

        aten = torch.ops.aten

        def bernoulli(x, p, generator=None):
            return (self.uniform(x.shape) < p).to(x.dtype)

        def bernoulli_of(x, generator=None):
            return (self.uniform(x.shape) < x).to(x.dtype)

        def set_bernoulli(x, p=0.5, generator=None):
            return x.copy_(bernoulli(x, p))

        def dropout(x, p, train):
            if not train:
                return x.clone(), torch.ones_like(x, dtype=torch.bool)
            mask = self.uniform(x.shape) < 1.0 - p
            return x * mask * (1.0 / (1.0 - p) if p < 1.0 else 0.0), mask

        def rand(shape, dtype=None, **_):
            return self.uniform(shape).to(dtype or torch.get_default_dtype())

        def randn(shape, dtype=None, **_):
            return self.normal(shape).to(dtype or torch.get_default_dtype())

        def rand_like(x, dtype=None, **_):
            return self.uniform(x.shape).to(dtype or x.dtype)

        def randn_like(x, dtype=None, **_):
            return self.normal(x.shape).to(dtype or x.dtype)

        def set_uniform(x, low=0.0, high=1.0, generator=None):
            return x.copy_(self.uniform(x.shape) * (high - low) + low)

        def set_normal(x, mean=0.0, std=1.0, generator=None):
            return x.copy_(self.normal(x.shape) * std + mean)

        return {
            aten.bernoulli.p: bernoulli,
            aten.bernoulli.default: bernoulli_of,
            aten.bernoulli_.float: set_bernoulli,
            aten.native_dropout.default: dropout,
            aten.rand.default: rand,
            aten.rand_like.default: rand_like,
            aten.randn.default: randn,
            aten.randn_like.default: randn_like,
            aten.uniform_.default: set_uniform,
            aten.normal_.default: set_normal,
        }


def _round(words, key, stream):
    first, second = words[0] * _MULTIPLIERS[0], words[2] * _MULTIPLIERS[1]
    return [
        ((second >> 32) & _MASK) ^ words[1] ^ key,
        second & _MASK,
        ((first >> 32) & _MASK) ^ words[3] ^ stream,
        first & _MASK,
    ]
