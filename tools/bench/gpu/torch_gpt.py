"""The model of examples/char_gpt in PyTorch, for comparison of times."""


def make(torch, extents):
    """Returns a module from tokens to logits, whose embedding is also its last layer.
    """
    nn = torch.nn
    width, heads = extents["width"], extents["heads"]

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
            self.qkv = nn.Linear(width, 3 * width)
            self.projection = nn.Linear(width, width)
            self.mlp = nn.Sequential(nn.Linear(width, 4 * width),
                                     nn.GELU(approximate="tanh"),
                                     nn.Linear(4 * width, width))

        def attend(self, x):
            q, k, v = (part.unflatten(2, (heads, -1)).transpose(1, 2)
                       for part in self.qkv(x).chunk(3, 2))
            y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            return self.projection(y.transpose(1, 2).flatten(2))

        def forward(self, x):
            x = x + self.attend(self.norms[0](x))
            return x + self.mlp(self.norms[1](x))

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = nn.Embedding(extents["vocab"], width)
            self.positions = nn.Embedding(extents["context"], width)
            self.blocks = nn.Sequential(*(Block() for _ in range(extents["layers"])))
            self.norm = nn.LayerNorm(width)

        def forward(self, tokens):
            x = self.tokens(tokens) + self.positions.weight
            return self.norm(self.blocks(x)) @ self.tokens.weight.t()

    return Model()
