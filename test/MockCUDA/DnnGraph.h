//===- DnnGraph.h - graphs of the mock of cuDNN -----------------*- C++ -*-===//

#ifndef FP8_TEST_MOCKCUDA_DNNGRAPH_H
#define FP8_TEST_MOCKCUDA_DNNGRAPH_H

#include "Machine.h"

#include "../../lib/Runtime/CUDA/Cudnn.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace mock {

using Dims = std::array<int64_t, 4>;

struct DnnTensor {
  int64_t number = 0;
  int type = 0;
  Dims extents = {}, strides = {};
  int64_t alignment = 0;
  bool isVirtual = false, isByValue = false;

  bool isInMemory() const { return !isVirtual && !isByValue; }
  /// Returns the number of elements from the first to the last.
  size_t getSpan() const;
  size_t getElementBytes() const;
};

/// An op on tensors by number; -1 for an operand that it does not have.
struct DnnOp {
  enum Kind { Matmul, Pointwise, Reduction, Reshape } kind;
  /// Mode of an elementwise op or a reduction.
  int mode = 0;
  int64_t axis = -1;
  int64_t x = -1, b = -1, condition = -1, y = -1;

  /// Returns the name of the op in a pattern, such as "matmul".
  std::string getName() const;
};

struct DnnGraph {
  std::map<int64_t, DnnTensor> tensors;
  std::vector<DnnOp> ops;

  std::string getPattern() const;
  /// Returns true for the graph of gradients.
  bool isBackward() const;
  /// Returns true if matmuls add to f32 sums in memory.
  bool hasUnorderedSums() const;
  /// Returns the reason why the library has no engine for the graph, or an
  /// empty text.
  std::string findRefusal(int capability) const;
  /// Computes the graph. `pointers` has the addresses of the tensors in memory,
  /// and `constants` the values of constants. All arithmetic is f32. Returns
  /// false if an op reads a tensor that no op writes.
  bool run(const std::map<int64_t, void *> &pointers,
           const std::map<int64_t, float> &constants) const;
};

} // namespace mock

#endif // FP8_TEST_MOCKCUDA_DNNGRAPH_H
