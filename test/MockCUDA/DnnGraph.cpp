//===- DnnGraph.cpp - interpreter of graphs of cuDNN ----------------------===//

#include "DnnGraph.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

using namespace mock;
using namespace fp8rt::cuda;

size_t DnnTensor::getSpan() const {
  int64_t last = 0;
  for (size_t i = 0; i < 4; ++i)
    last += (extents[i] - 1) * strides[i];
  return size_t(last) + 1;
}

size_t DnnTensor::getElementBytes() const {
  return type == dnnBF16 ? 2 : type == dnnBool ? 1 : 4;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
float fromBF16(uint16_t bits) {
  uint32_t wide = uint32_t(bits) << 16;
  float value;
  std::memcpy(&value, &wide, 4);
  return value;
}

/// Rounds to nearest even.
uint16_t toBF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  if (std::isnan(value))
    return uint16_t(bits >> 16 | 0x40);
  return uint16_t((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

class Interpreter {
public:
  Interpreter(const DnnGraph &graph, const std::map<int64_t, void *> &pointers,
              const std::map<int64_t, float> &constants)
      : graph(graph), pointers(pointers), constants(constants) {}

  void run(const DnnOp &op);

private:
  const DnnTensor &get(int64_t number) const {
    return graph.tensors.at(number);
  }
  /// Returns the place of an element; a dimension of one element is broadcast.
  static size_t getPlace(const DnnTensor &tensor, const Dims &index) {
    int64_t place = 0;
    for (size_t i = 0; i < 4; ++i)
      if (tensor.extents[i] != 1)
        place += index[i] * tensor.strides[i];
    return size_t(place);
  }
  float read(int64_t number, const Dims &index);
  void write(int64_t number, const Dims &index, float value);
  template <typename Body>
  static void forEach(const Dims &extents, Body body);
  void runMatmul(const DnnOp &op);
  void runPointwise(const DnnOp &op);
  void runReduction(const DnnOp &op);

  const DnnGraph &graph;
  const std::map<int64_t, void *> &pointers;
  const std::map<int64_t, float> &constants;
  /// Virtual tensors, rounded to their types.
  std::map<int64_t, std::vector<float>> values;
};
} // namespace

float Interpreter::read(int64_t number, const Dims &index) {
  const DnnTensor &tensor = get(number);
  if (tensor.isByValue)
    return constants.at(number);
  size_t place = getPlace(tensor, index);
  if (tensor.isVirtual)
    return values[number][place];
  const void *data = pointers.at(number);
  return tensor.type == dnnBF16
             ? fromBF16(static_cast<const uint16_t *>(data)[place])
             : static_cast<const float *>(data)[place];
}

void Interpreter::write(int64_t number, const Dims &index, float value) {
  const DnnTensor &tensor = get(number);
  size_t place = getPlace(tensor, index);
  if (tensor.isVirtual) {
    std::vector<float> &all = values[number];
    all.resize(tensor.getSpan());
    all[place] = tensor.type == dnnBF16 ? fromBF16(toBF16(value)) : value;
  } else if (tensor.type == dnnBF16) {
    static_cast<uint16_t *>(pointers.at(number))[place] = toBF16(value);
  } else {
    static_cast<float *>(pointers.at(number))[place] = value;
  }
}

template <typename Body>
void Interpreter::forEach(const Dims &extents, Body body) {
  Dims index;
  for (index[0] = 0; index[0] < extents[0]; ++index[0])
    for (index[1] = 0; index[1] < extents[1]; ++index[1])
      for (index[2] = 0; index[2] < extents[2]; ++index[2])
        for (index[3] = 0; index[3] < extents[3]; ++index[3])
          body(index);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Interpreter::runMatmul(const DnnOp &op) {
  const DnnTensor &out = get(op.y);
  int64_t terms = get(op.x).extents[3];
  // Both operands of a tensor core have one type.
  bool isBF16 = get(op.x).type == dnnBF16 || get(op.b).type == dnnBF16;
  // Add sums in memory in the reverse order, because their order is
  // unspecified.
  bool isReversed = out.isInMemory() && out.type == dnnF32;
  auto round = [&](float value) {
    return isBF16 ? fromBF16(toBF16(value)) : value;
  };
  forEach(out.extents, [&](const Dims &index) {
    float sum = 0;
    for (int64_t i = 0; i < terms; ++i) {
      int64_t k = isReversed ? terms - 1 - i : i;
      sum += round(read(op.x, {index[0], index[1], index[2], k})) *
             round(read(op.b, {index[0], index[1], k, index[3]}));
    }
    write(op.y, index, sum);
  });
}

void Interpreter::runPointwise(const DnnOp &op) {
  forEach(get(op.y).extents, [&](const Dims &index) {
    float a = op.mode == dnnIndex ? 0 : read(op.x, index);
    float b = op.b < 0 ? 0 : read(op.b, index);
    float value = 0;
    switch (op.mode) {
    case dnnAdd:
      value = a + b;
      break;
    case dnnSub:
      value = a - b;
      break;
    case dnnMul:
      value = a * b;
      break;
    case dnnDiv:
      value = a / b;
      break;
    case dnnExp:
      value = std::exp(a);
      break;
    case dnnLog:
      value = std::log(a);
      break;
    case dnnIdentity:
      value = a;
      break;
    case dnnIndex:
      value = float(index[size_t(op.axis)]);
      break;
    case dnnGreaterEqual:
      value = a >= b ? 1 : 0;
      break;
    case dnnSelect:
      value = read(op.condition, index) != 0 ? a : b;
      break;
    }
    write(op.y, index, value);
  });
}

void Interpreter::runReduction(const DnnOp &op) {
  int64_t columns = get(op.x).extents[3];
  forEach(get(op.y).extents, [&](const Dims &index) {
    float result = op.mode == dnnMax ? -INFINITY : 0;
    for (int64_t i = 0; i < columns; ++i) {
      float value = read(op.x, {index[0], index[1], index[2], i});
      if (op.mode == dnnSum)
        result += value;
      else
        result = result > value ? result : value;
    }
    write(op.y, index, result);
  });
}

void Interpreter::run(const DnnOp &op) {
  switch (op.kind) {
  case DnnOp::Matmul:
    return runMatmul(op);
  case DnnOp::Pointwise:
    return runPointwise(op);
  case DnnOp::Reduction:
    return runReduction(op);
  case DnnOp::Reshape:
    // Elements keep their places, which exchanges rows and columns.
    return forEach(get(op.y).extents, [&](const Dims &index) {
      write(op.y, index, read(op.x, {index[0], index[1], index[3], index[2]}));
    });
  }
}

bool DnnGraph::run(const std::map<int64_t, void *> &pointers,
                   const std::map<int64_t, float> &constants) const {
  Interpreter interpreter(*this, pointers, constants);
  std::set<int64_t> unwritten;
  for (const DnnOp &op : ops)
    unwritten.insert(op.y);
  for (const auto &[number, tensor] : tensors)
    if (tensor.isVirtual && !unwritten.count(number))
      return false;
  // The library orders the ops itself.
  std::vector<DnnOp> pending = ops;
  while (!pending.empty()) {
    auto isReady = [&](const DnnOp &op) {
      return !unwritten.count(op.x) && !unwritten.count(op.b) &&
             !unwritten.count(op.condition);
    };
    auto next = std::find_if(pending.begin(), pending.end(), isReady);
    if (next == pending.end())
      return false;
    interpreter.run(*next);
    unwritten.erase(next->y);
    pending.erase(next);
  }
  return true;
}
