"""Times the same work in PyTorch, if it is installed.

Each peer is a function without arguments that returns its seconds, by events of the
GPU, with data that are in no cache.
"""
import gc
import re

import gpt_peers
from kernels import WARM_UP

E4M3_MAX = 448.0
# The goal of the fastest peer whose label begins with BEST_OF.
BEST, BEST_OF = "best torch.compile in bf16", "torch.compile"


def find_torch():
    """Returns PyTorch and its version, or None and the reason."""
    try:
        import torch  # noqa: PLC0415: it may be missing
    except ImportError as error:
        return None, str(error)
    if not torch.cuda.is_available():
        return None, f"PyTorch {torch.__version__} finds no GPU"
    return torch, torch.__version__


def describe(error):
    """Returns the error in one line."""
    return f"{type(error).__name__}: {error}".strip().partition("\n")[0][:500]


class Peers:
    """The peers of all cases, of which `wanted` matches the labels."""

    def __init__(self, torch, flush_bytes, wanted="."):
        self.torch, self.wanted = torch, wanted
        self.flushed = torch.empty(flush_bytes, dtype=torch.uint8, device="cuda")
        # The peers of the last case that asked, by its name and extents.
        self.key, self.made = None, {}

    def timed(self, work):
        """Returns the peer that does `work`. Calls `work` before, so that it is compiled and tuned.
        """
        torch = self.torch
        for _ in range(WARM_UP):
            work()

        def seconds():
            events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
            self.flushed.zero_()
            events[0].record()
            work()
            events[1].record()
            events[1].synchronize()
            return events[0].elapsed_time(events[1]) / 1e3

        return seconds

    def random(self, extents, *names, dtype=None):
        shape = [extents[name] for name in names]
        return self.torch.randn(shape, device="cuda",
                                dtype=dtype or self.torch.bfloat16)

    def compiled(self, function, *arguments):
        """Returns the maker of a peer that calls the compiled function."""
        def make():
            optimized = self.torch.compile(function, mode="max-autotune-no-cudagraphs")
            return self.timed(lambda: optimized(*arguments))

        return make

    def doing(self, work):
        """Returns the maker of a peer that does `work`."""
        return lambda: self.timed(work)

    def captured(self, work):
        """Returns a peer that launches `work` as one CUDA graph."""
        torch = self.torch
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(WARM_UP):
                work()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        # The stream of the warm-up, on which gradients are added.
        with torch.cuda.graph(graph, stream=side):
            work()
        # The graph refers to the memory of what `work` holds, but does not own it.
        return self.timed(lambda _=work: graph.replay())

    def cast(self, x, scale):
        torch = self.torch
        scaled = (x.float() * scale).clamp(-E4M3_MAX, E4M3_MAX)
        return scaled.to(torch.float8_e4m3fn)

    # Each method below returns, by labels, the makers of the peers of the case with its
    # name.

    def adamw(self, extents):
        torch = self.torch
        shapes = extents.get("shapes") or [[extents["ROWS"], extents["COLUMNS"]]]
        parameters = [torch.randn(shape, device="cuda", requires_grad=True)
                      for shape in shapes]
        for parameter in parameters:
            parameter.grad = torch.randn_like(parameter)
        optimizer = torch.optim.AdamW(parameters, lr=1e-3, fused=True)
        return {"torch AdamW(fused)": self.doing(optimizer.step)}

    adamw_many = adamw
    adamw_split8 = adamw
    adamw_fp8_moments = adamw

    def adamw_kahan_fp8(self, extents):
        """A fused step on an f32 master, and the cast that follows."""
        torch = self.torch
        weight = self.random(extents, "ROWS", "COLUMNS", dtype=torch.float32)
        weight.requires_grad_()
        weight.grad = torch.randn_like(weight)
        optimizer = torch.optim.AdamW([weight], lr=1e-3, fused=True)
        scale = torch.tensor(4.0, device="cuda")
        cast = torch.compile(lambda w: (self.cast(w, scale), w.abs().amax()))

        def work():
            optimizer.step()
            with torch.no_grad():
                cast(weight)

        return {"torch AdamW(fused), cast": self.doing(work)}

    def quantize(self, extents):
        x = self.random(extents, "ROWS", "COLUMNS")
        scale = self.torch.tensor(4.0, device="cuda")
        return {"torch.compile": self.compiled(
            lambda x: (self.cast(x, scale), x.abs().amax()), x)}

    quantize_cached = quantize

    def cast_transpose(self, extents):
        x = self.random(extents, "ROWS", "COLUMNS")
        scale = self.torch.tensor(4.0, device="cuda")

        def work(x):
            codes = self.cast(x, scale)
            return codes, codes.t().contiguous(), x.abs().amax()

        return {"torch.compile": self.compiled(work, x)}

    def gelu_quantize(self, extents):
        gelu = self.torch.nn.functional.gelu
        x = self.random(extents, "ROWS", "COLUMNS")
        scale = self.torch.tensor(4.0, device="cuda")

        def work(x):
            y = gelu(x.float(), approximate="tanh")
            return self.cast(y, scale), y.abs().amax()

        return {"torch.compile": self.compiled(work, x)}

    def quantize_1x128(self, extents):
        x = self.random(extents, "ROWS", "COLUMNS")

        def work(x):
            blocks = x.float().unflatten(1, (-1, 128))
            amax = blocks.abs().amax(2, keepdim=True)
            return self.cast(blocks, E4M3_MAX / amax).flatten(1), amax / E4M3_MAX

        return {"torch.compile": self.compiled(work, x)}

    def quantize_128x128(self, extents):
        x = self.random(extents, "ROWS", "COLUMNS", dtype=self.torch.float32)

        def work(x):
            blocks = x.unflatten(1, (-1, 128)).unflatten(0, (-1, 128))
            amax = blocks.abs().amax((1, 3), keepdim=True)
            codes = self.cast(blocks, E4M3_MAX / amax)
            return codes.flatten(2).flatten(0, 1), amax / E4M3_MAX

        return {"torch.compile": self.compiled(work, x)}

    def softmax(self, extents):
        x = self.random(extents, "ROWS", "COLUMNS")
        return {"torch.compile": self.compiled(
            lambda x: self.torch.softmax(x, 1), x)}

    softmax_long = softmax

    def layer_norm(self, extents):
        x = self.random(extents, "ROWS", "COLUMNS")
        gain, bias = (self.random(extents, "COLUMNS", dtype=self.torch.float32)
                      for _ in range(2))
        norm = self.torch.nn.functional.layer_norm
        return {"torch.compile": self.compiled(
            lambda x: norm(x.float(), gain.shape, gain, bias).bfloat16(), x)}

    def product(self, lhs, rhs, lhs_format, rhs_format, fast):
        """A matmul of codes; `rhs` is transposed."""
        one = self.torch.tensor(1.0, device="cuda")
        lhs, rhs = lhs.to(lhs_format), rhs.to(rhs_format)
        return lambda: self.torch._scaled_mm(  # noqa: SLF001: the peer
            lhs, rhs.t(), scale_a=one, scale_b=one,
            out_dtype=self.torch.bfloat16, use_fast_accum=fast)

    def gemm(self, extents):
        torch = self.torch
        x = self.random(extents, "ROWS", "DEPTH")
        w = self.random(extents, "COLUMNS", "DEPTH")
        codes = torch.float8_e4m3fn
        return {f"_scaled_mm, {sums} sums": self.doing(
            self.product(x, w, codes, codes, sums == "fast"))
            for sums in ("exact", "fast")} | {
            "bf16": self.doing(lambda: x @ w.t())}

    def gemm_block(self, extents):
        """The same, and a product with scales of 1 x 128 and 128 x 128 elements."""
        torch = self.torch
        x = self.random(extents, "ROWS", "DEPTH").to(torch.float8_e4m3fn)
        w = self.random(extents, "COLUMNS", "DEPTH").to(torch.float8_e4m3fn)
        rows, columns, blocks = (-(-extents[name] // size) for name, size in
                                 (("ROWS", 1), ("COLUMNS", 128), ("DEPTH", 128)))
        # The scales of a column of blocks are adjacent.
        x_scales = torch.ones(blocks, rows, device="cuda").t()
        w_scales = torch.ones(columns, blocks, device="cuda")
        return self.gemm(extents) | {"_scaled_mm, block scales": self.doing(
            lambda: torch._scaled_mm(  # noqa: SLF001: the peer
                x, w.t(), scale_a=x_scales, scale_b=w_scales.t(), out_dtype=torch.bfloat16))}

    def linear_delayed(self, extents):
        """The three matmuls, in bf16, and with codes without their casts."""
        torch = self.torch
        x = self.random(extents, "ROWS", "DEPTH")
        w = self.random(extents, "COLUMNS", "DEPTH")
        dy = self.random(extents, "ROWS", "COLUMNS")
        values, gradients = torch.float8_e4m3fn, torch.float8_e5m2
        products = [
            self.product(x, w, values, values, False),
            self.product(dy, w.t().contiguous(), gradients, values, False),
            self.product(dy.t().contiguous(), x.t().contiguous(), gradients,
                         values, False)]
        return {"bf16": self.doing(lambda: (x @ w.t(), dy @ w, dy.t() @ x)),
                "_scaled_mm without casts": self.doing(
                    lambda: [product() for product in products])}

    linear_current = linear_delayed
    linear_products = linear_delayed

    def attention(self, extents):
        """Attention with its gradients, as one CUDA graph."""
        torch = self.torch
        from torch.nn.attention import SDPBackend, sdpa_kernel  # noqa: PLC0415
        q, k, v, grad = (self.random(extents, "BATCH", "ROWS", "HEADS", "HEAD").transpose(1, 2)
                         for _ in range(4))
        inputs = [tensor.requires_grad_() for tensor in (q, k, v)]
        attend = torch.nn.functional.scaled_dot_product_attention

        def work(backend):
            with sdpa_kernel(backend):
                torch.autograd.grad(attend(*inputs, is_causal=True), inputs, grad)

        backends = {"cuDNN": SDPBackend.CUDNN_ATTENTION, "flash": SDPBackend.FLASH_ATTENTION}
        return {f"SDPA, {name}": lambda backend=backend: self.captured(lambda: work(backend))
                for name, backend in backends.items()}

    def gpt2(self, extents):
        return gpt_peers.make(self, extents)

    def gpt2_best(self, extents):
        return gpt_peers.make(self, extents) | gpt_peers.make_best(self, extents)

    def gpt_large(self, extents):
        return gpt_peers.make_large(self, extents)

    def forget(self):
        """Frees the memory of the peers of the last case."""
        if not self.made:
            return
        self.made.clear()
        # Compiled code keeps its model.
        self.torch.compiler.reset()
        gc.collect()
        self.torch.cuda.empty_cache()

    def of(self, name, extents):
        """Returns the peers of a case, and the errors of those that raised; none if PyTorch has
        no such operation.

        Peers of the same work stay from one case to the next, as they take long to make.
        """
        key = (name, str(extents))
        if key != self.key:
            self.key = key
            self.forget()
        errors = {}
        try:
            makers = getattr(self, name.replace("-", "_"), lambda _: {})(extents)
        except Exception as error:  # pylint: disable=broad-exception-caught
            return {}, {"all": describe(error)}
        chosen = {label: make for label, make in makers.items() if re.search(self.wanted, label)}
        for label, make in chosen.items():
            if label in self.made:
                continue
            try:
                self.made[label] = make()
            except Exception as error:  # pylint: disable=broad-exception-caught
                errors[label] = describe(error)
        return dict(self.made), errors
