//===- UpdateStep.cpp - execution of fp8.update ---------------------------===//

#include "UpdateStep.h"
#include "SumOrder.h"
#include "fp8/Numerics/Draws.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

std::vector<float> State::decode(Frame &frame) const {
  const HostTensor &codes = frame.read(main);
  std::optional<FloatReader> inverses;
  if (scaleInv)
    inverses.emplace(frame.read(*scaleInv));
  else if (oldInverse)
    inverses.emplace(frame.read(*oldInverse));
  std::vector<float> values;
  for (int64_t i = 0, e = codes.getNumElements(); i < e; ++i) {
    std::optional<float> inverse;
    if (inverses)
      inverse = (*inverses)[scaleInv ? (*storage.main.granules)[i] : 0];
    values.push_back(storage.decode(
        loadBits(codes, i), residual ? loadBits(frame.read(*residual), i) : 0,
        inverse));
  }
  return values;
}

static LogicalResult takeMax(Frame &frame, const std::optional<Destination> &to,
                             ArrayRef<float> values) {
  if (!to)
    return success();
  MutableTensor tensor;
  if (failed(frame.take(to->init, tensor)))
    return failure();
  float &largest = tensor->data<float>().front();
  largest = maxOrNaN(largest, largest); // Canonicalize a NaN init.
  for (float value : values)
    largest = maxOrNaN(largest, magnitude(value));
  frame.set(to->slot, std::move(tensor));
  return success();
}

static std::optional<float> readScale(Frame &frame,
                                      const std::optional<Use> &scale) {
  if (!scale)
    return std::nullopt;
  return readF32(frame.read(*scale));
}

/// Returns the tensor of a destination for writing, if the destination is
/// present.
static LogicalResult take(Frame &frame, const std::optional<Destination> &to,
                          MutableTensor &tensor) {
  return to ? frame.take(to->init, tensor) : success();
}

static void set(Frame &frame, const std::optional<Destination> &to,
                MutableTensor tensor) {
  if (to)
    frame.set(to->slot, std::move(tensor));
}

LogicalResult State::write(Frame &frame, ArrayRef<float> values,
                           ArrayRef<uint16_t> draws) const {
  std::vector<float> transformed;
  for (float value : values)
    transformed.push_back(storage.transform(value));
  MutableTensor codes, scaleInvs, remainders;
  if (failed(take(frame, newMain, codes)) ||
      failed(take(frame, newScaleInv, scaleInvs)) ||
      failed(take(frame, newResidual, remainders)))
    return failure();
  PlaneEncoding::Scales scales = storage.main.makeScales(
      transformed, readScale(frame, newScale), scaleInvs.get());
  // Measure the stored values if they may differ much from the values before
  // rounding.
  std::vector<float> measured = transformed;
  for (auto [i, value] : llvm::enumerate(transformed)) {
    StoredValue stored = storage.encode(value, storage.main.getScale(scales, i),
                                        draws.empty() ? uint16_t(0) : draws[i]);
    storeBits(*codes, i, stored.main);
    if (remainders) {
      storeBits(*remainders, i, stored.residual);
      measured[i] = stored.value;
    }
  }
  if (failed(takeMax(frame, amax, measured)))
    return failure();
  for (const StateCopy &copy : copies)
    if (failed(writeCopy(frame, copy, values, *codes, scaleInvs.get())))
      return failure();
  set(frame, newMain, std::move(codes));
  set(frame, newScaleInv, std::move(scaleInvs));
  set(frame, newResidual, std::move(remainders));
  return success();
}

/// Returns the position of each element of a tensor of `shape` in its
/// transpose, whose dimensions are reversed.
static std::vector<int64_t> getTransposed(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> reversed(llvm::reverse(shape));
  Access access;
  access.strides = getRowMajorStrides(reversed);
  std::reverse(access.strides.begin(), access.strides.end());
  std::vector<int64_t> positions;
  for (BoxWalk walk(getAllDims(shape.size()), shape, {access}); !walk.isDone();
       walk.advance())
    positions.push_back(walk.getPosition(0));
  return positions;
}

static void transposeInto(HostTensor &to, const HostTensor &from) {
  for (auto [i, position] :
       llvm::enumerate(getTransposed(from.getType().getShape())))
    storeBits(to, position, loadBits(from, i));
}

LogicalResult State::writeCopy(Frame &frame, const StateCopy &copy,
                               ArrayRef<float> values, const HostTensor &codes,
                               const HostTensor *scaleInv) const {
  MutableTensor result, scaleInvs;
  if (failed(take(frame, copy.codes, result)) ||
      failed(take(frame, copy.scaleInv, scaleInvs)))
    return failure();
  if (copy.sharesCodes) {
    transposeInto(*result, codes);
    if (scaleInvs)
      transposeInto(*scaleInvs, *scaleInv);
  } else {
    std::vector<float> arranged(values);
    if (copy.isTransposed)
      for (auto [i, position] : llvm::enumerate(getTransposed(shape)))
        arranged[position] = values[i];
    PlaneEncoding::Scales scales = copy.encoding.makeScales(
        arranged, readScale(frame, copy.scale), scaleInvs.get());
    for (auto [i, value] : llvm::enumerate(arranged)) {
      std::optional<numerics::Scale> scale = copy.encoding.getScale(scales, i);
      storeBits(
          *result, i,
          copy.encoding.codec.encodeF32(scale ? value * scale->scale : value,
                                        numerics::Overflow::Saturate));
    }
    if (failed(takeMax(frame, copy.amax, values)))
      return failure();
  }
  set(frame, copy.codes, std::move(result));
  set(frame, copy.scaleInv, std::move(scaleInvs));
  return success();
}

LogicalResult State::measure(Frame &frame, ArrayRef<float> values) const {
  std::vector<float> transformed;
  for (float value : values)
    transformed.push_back(storage.transform(value));
  if (failed(takeMax(frame, amax, transformed)))
    return failure();
  for (const StateCopy &copy : copies)
    if (failed(takeMax(frame, copy.amax, values)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

/// Returns the old planes unchanged, and every other result as its init.
void Update::skipStep(Frame &frame) const {
  for (auto [destination, old] : llvm::zip_equal(destinations, oldPlanes))
    frame.set(destination.slot, frame.share(old.value_or(destination.init)));
}

/// Computes the random bits of each element for every state that rounds
/// stochastically, in the order of its main plane.
LogicalResult Update::draw(Frame &frame,
                           std::vector<std::vector<uint16_t>> &draws) const {
  draws.resize(states.size());
  if (!seed)
    return success();
  FailureOr<std::function<uint64_t(int64_t)>> globalIndex =
      placement.getGlobalIndex(frame);
  if (failed(globalIndex))
    return failure();
  auto seedValue = static_cast<uint32_t>(frame.readInt(*seed));
  auto stepValue = static_cast<uint32_t>(frame.readInt(*step));
  for (auto [i, state] : llvm::enumerate(states)) {
    if (!state.storage.isStochastic)
      continue;
    draws[i].resize(computeProduct(shape));
    int64_t position = 0;
    for (BoxWalk walk(getAllDims(shape.size()), shape, {accesses[i]});
         !walk.isDone(); walk.advance())
      draws[i][walk.getPosition(0)] = numerics::drawBits(
          seedValue, state.storage.stream, (*globalIndex)(position++),
          stepValue, numerics::use::update, state.storage.sequence);
  }
  return success();
}

LogicalResult Update::reduce(Frame &frame,
                             ArrayRef<std::vector<uint64_t>> terms) const {
  auto first = destinations.end() - reductions.size();
  for (auto [i, kind] : llvm::enumerate(reductions)) {
    MutableTensor value;
    if (failed(frame.take(first[i].init, value)))
      return failure();
    float &total = value->data<float>().front();
    if (kind == ReductionKind::Sum) {
      uint64_t bits = addSumTree(numerics::bitsOf(total), terms[i],
                                 FloatCodec::getF32(), frame.getErrors());
      total = numerics::floatOf(static_cast<uint32_t>(bits));
    } else {
      total = maxOrNaN(total, total);
      for (uint64_t term : terms[i])
        total = maxOrNaN(total, numerics::floatOf(static_cast<uint32_t>(term)));
    }
    frame.set(first[i].slot, std::move(value));
  }
  return success();
}

LogicalResult Update::run(Frame &frame) const {
  if (skip && frame.readInt(*skip) != 0) {
    skipStep(frame);
    return success();
  }
  ScalarState scalarState = program.start(frame);
  std::vector<std::vector<float>> values;
  for (const State &state : states)
    values.push_back(state.decode(frame));
  SmallVector<FloatReader> readers;
  for (Use use : inputs)
    readers.emplace_back(frame.read(use));
  for (auto [i, use] : llvm::enumerate(scalars))
    scalarState[program.arguments[states.size() + inputs.size() + i]] =
        numerics::bitsOf(readF32(frame.read(use)));
  std::vector<std::vector<uint16_t>> draws;
  if (failed(draw(frame, draws)))
    return failure();

  // Elements from here on, in the order of the loops, are padding.
  int64_t firstPadding = computeProduct(shape);
  if (valid && firstPadding != 0)
    firstPadding = frame.readInt(*valid) * (firstPadding / shape.front());
  int64_t number = 0;
  std::vector<std::vector<uint64_t>> terms(reductions.size());
  for (BoxWalk walk(getAllDims(shape.size()), shape, accesses); !walk.isDone();
       walk.advance()) {
    for (size_t i = 0; i < accesses.size(); ++i) {
      int64_t position = walk.getPosition(i);
      scalarState[program.arguments[i]] = numerics::bitsOf(
          i < states.size() ? values[i][position]
                            : readers[i - states.size()][position]);
    }
    if (failed(program.run(scalarState)))
      return failure();
    bool isPadding = number++ >= firstPadding;
    auto getResult = [&](size_t i) {
      if (isPadding)
        return numerics::bitsOf(
            i < states.size() ? 0.0f
                              : getNeutral(reductions[i - states.size()]));
      return static_cast<uint32_t>(scalarState[program.results[i]]);
    };
    // The old value has been read, and no two elements share a position.
    for (size_t i = 0; i < states.size(); ++i)
      values[i][walk.getPosition(i)] = numerics::floatOf(getResult(i));
    for (size_t i = 0; i < reductions.size(); ++i)
      terms[i].push_back(getResult(states.size() + i));
  }

  for (auto [i, state] : llvm::enumerate(states)) {
    if (failed(isProbe ? state.measure(frame, values[i])
                       : state.write(frame, values[i], draws[i])))
      return failure();
  }
  return reduce(frame, terms);
}
