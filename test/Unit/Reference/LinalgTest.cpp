//===- LinalgTest.cpp - Structured ops against plain loops ----------------===//

#include "TestUtils.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference::test;

namespace {

struct LinalgTest : EvaluatorTest {
  int64_t uniform(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(generator);
  }

  /// Runs @f of `source` and returns its only result.
  HostTensor run(const std::string &source,
                 ArrayRef<const HostTensor *> arguments,
                 ArrayRef<int64_t> shape) {
    HostTensor result = allocate(shape, Float32Type::get(&context));
    std::unique_ptr<Program> program = prepare(source);
    EXPECT_TRUE(program) << error << "\n" << source;
    if (program)
      EXPECT_TRUE(succeeded(program->run(arguments, result))) << error;
    return result;
  }
};

/// out[i, j, k] = (a[j, i] - b[k]) * c[0, k], of any extents.
TEST_F(LinalgTest, BroadcastAndTranspose) {
  for (int trial = 0; trial < 20; ++trial) {
    int64_t m = uniform(0, 5), n = uniform(1, 7), p = uniform(1, 9);
    HostTensor a = random({n, m}), b = random({p}), c = random({1, p});
    HostTensor result = run(llvm::formatv(
                                R"(
      func.func @f(%a: tensor<{1}x{0}xf32>, %b: tensor<{2}xf32>, %c: tensor<1x{2}xf32>) -> tensor<{0}x{1}x{2}xf32> {{
        %e = tensor.empty() : tensor<{0}x{1}x{2}xf32>
        %0 = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (j, i)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (0, k)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
            ins(%a, %b, %c : tensor<{1}x{0}xf32>, tensor<{2}xf32>, tensor<1x{2}xf32>) outs(%e : tensor<{0}x{1}x{2}xf32>) {{
        ^bb0(%x: f32, %y: f32, %z: f32, %out: f32):
          %1 = arith.subf %x, %y : f32
          %2 = arith.mulf %1, %z : f32
          linalg.yield %2 : f32
        } -> tensor<{0}x{1}x{2}xf32>
        return %0 : tensor<{0}x{1}x{2}xf32>
      })",
                                m, n, p),
                            {&a, &b, &c}, {m, n, p});
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        for (int64_t k = 0; k < p; ++k) {
          float difference = a.data<float>()[j * m + i] - b.data<float>()[k];
          ASSERT_EQ(result.data<float>()[(i * n + j) * p + k],
                    difference * c.data<float>()[k]);
        }
  }
}

/// A maximum over the first and the last dimension, and a running remainder,
/// whose result depends on the order.
TEST_F(LinalgTest, Reductions) {
  for (int trial = 0; trial < 20; ++trial) {
    int64_t m = uniform(1, 5), n = uniform(1, 7), p = uniform(0, 9);
    HostTensor a = random({m, n, p}), init = random({n});
    for (bool isMax : {true, false}) {
      HostTensor result =
          run(llvm::formatv(
                  R"(
        func.func @f(%a: tensor<{0}x{1}x{2}xf32>, %init: tensor<{1}xf32>) -> tensor<{1}xf32> {{
          %0 = linalg.generic {{indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j)>], iterator_types = ["reduction", "parallel", "reduction"]}
              ins(%a : tensor<{0}x{1}x{2}xf32>) outs(%init : tensor<{1}xf32>) {{
          ^bb0(%x: f32, %out: f32):
            %1 = {3} %out, %x : f32
            linalg.yield %1 : f32
          } -> tensor<{1}xf32>
          return %0 : tensor<{1}xf32>
        })",
                  m, n, p, isMax ? "arith.maximumf" : "arith.subf"),
              {&a, &init}, {n});
      for (int64_t j = 0; j < n; ++j) {
        float expected = init.data<float>()[j];
        for (int64_t i = 0; i < m; ++i)
          for (int64_t k = 0; k < p; ++k) {
            float x = a.data<float>()[(i * n + j) * p + k];
            expected = isMax ? std::max(expected, x) : expected - x;
          }
        ASSERT_EQ(result.data<float>()[j], expected);
      }
    }
  }
}

/// Contractions of any layout: products and sums in f64, rounded once.
TEST_F(LinalgTest, Contractions) {
  for (int trial = 0; trial < 40; ++trial) {
    int64_t b = uniform(1, 3), m = uniform(1, 6), n = uniform(1, 6),
            k = uniform(0, 40);
    bool transposeA = uniform(0, 1), transposeB = uniform(0, 1),
         transposeOut = uniform(0, 1);
    auto shape = [](int64_t x, int64_t y, bool transpose) {
      return transpose ? std::make_pair(y, x) : std::make_pair(x, y);
    };
    auto [a0, a1] = shape(m, k, transposeA);
    auto [b0, b1] = shape(k, n, transposeB);
    auto [c0, c1] = shape(m, n, transposeOut);
    HostTensor lhs = random({b, a0, a1}), rhs = random({b, b0, b1});
    HostTensor init = random({b, c0, c1});
    HostTensor result =
        run(llvm::formatv(
                R"(
      func.func @f(%a: tensor<{0}x{1}x{2}xf32>, %b: tensor<{0}x{3}x{4}xf32>, %c: tensor<{0}x{5}x{6}xf32>) -> tensor<{0}x{5}x{6}xf32> {{
        %0 = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> ({7})>, affine_map<(b, m, n, k) -> ({8})>, affine_map<(b, m, n, k) -> ({9})>]
            ins(%a, %b : tensor<{0}x{1}x{2}xf32>, tensor<{0}x{3}x{4}xf32>) outs(%c : tensor<{0}x{5}x{6}xf32>) -> tensor<{0}x{5}x{6}xf32>
        return %0 : tensor<{0}x{5}x{6}xf32>
      })",
                b, a0, a1, b0, b1, c0, c1, transposeA ? "b, k, m" : "b, m, k",
                transposeB ? "b, n, k" : "b, k, n",
                transposeOut ? "b, n, m" : "b, m, n"),
            {&lhs, &rhs, &init}, {b, c0, c1});
    auto at = [](const HostTensor &tensor, int64_t batch, int64_t x, int64_t y,
                 bool transpose) {
      ArrayRef<int64_t> extents = tensor.getShape();
      if (transpose)
        std::swap(x, y);
      return tensor.data<float>()[(batch * extents[1] + x) * extents[2] + y];
    };
    for (int64_t batch = 0; batch < b; ++batch)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
          double sum = at(init, batch, i, j, transposeOut);
          for (int64_t l = 0; l < k; ++l)
            sum += static_cast<double>(at(lhs, batch, i, l, transposeA)) *
                   at(rhs, batch, l, j, transposeB);
          ASSERT_EQ(at(result, batch, i, j, transposeOut),
                    static_cast<float>(sum));
        }
  }
}

/// A convolution in two dimensions, with strides and dilations.
TEST_F(LinalgTest, Convolutions) {
  for (int trial = 0; trial < 10; ++trial) {
    int64_t stride = uniform(1, 2), dilation = uniform(1, 2);
    int64_t kernel = uniform(1, 3), out = uniform(1, 4);
    int64_t channels = uniform(1, 3), filters = uniform(1, 3);
    int64_t in = (out - 1) * stride + (kernel - 1) * dilation + 1;
    HostTensor x = random({1, channels, in, in});
    HostTensor w = random({filters, channels, kernel, kernel});
    HostTensor result =
        run(llvm::formatv(
                R"(
      func.func @f(%x: tensor<1x{0}x{1}x{1}xf32>, %w: tensor<{2}x{0}x{3}x{3}xf32>) -> tensor<1x{2}x{4}x{4}xf32> {{
        %z = arith.constant dense<0.0> : tensor<1x{2}x{4}x{4}xf32>
        %0 = linalg.conv_2d_nchw_fchw {{strides = dense<{5}> : tensor<2xi64>, dilations = dense<{6}> : tensor<2xi64>}
            ins(%x, %w : tensor<1x{0}x{1}x{1}xf32>, tensor<{2}x{0}x{3}x{3}xf32>) outs(%z : tensor<1x{2}x{4}x{4}xf32>) -> tensor<1x{2}x{4}x{4}xf32>
        return %0 : tensor<1x{2}x{4}x{4}xf32>
      })",
                channels, in, filters, kernel, out, stride, dilation),
            {&x, &w}, {1, filters, out, out});
    for (int64_t f = 0; f < filters; ++f)
      for (int64_t i = 0; i < out; ++i)
        for (int64_t j = 0; j < out; ++j) {
          double sum = 0;
          for (int64_t c = 0; c < channels; ++c)
            for (int64_t p = 0; p < kernel; ++p)
              for (int64_t q = 0; q < kernel; ++q) {
                int64_t row = i * stride + p * dilation;
                int64_t column = j * stride + q * dilation;
                sum +=
                    static_cast<double>(
                        x.data<float>()[(c * in + row) * in + column]) *
                    w.data<float>()[((f * channels + c) * kernel + p) * kernel +
                                    q];
              }
          ASSERT_EQ(result.data<float>()[(f * out + i) * out + j],
                    static_cast<float>(sum));
        }
  }
}

} // namespace
