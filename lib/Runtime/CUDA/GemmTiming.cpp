//===- GemmTiming.cpp - times of the algorithms of a matmul ---------------===//
//
// Algorithms are timed on matrices of their own, because those of the step may
// hold states, or may not be filled yet. The matrices hold random numbers: a
// GPU multiplies zeros faster. Other data displaces them from the L2 cache
// before each sample. Samples of the algorithms alternate, so that a change of
// the clock rate affects all of them.
//
//===----------------------------------------------------------------------===//

#include "../Error.h"
#include "../GemmScale.h"
#include "GemmTrial.h"

#include <algorithm>
#include <limits>
#include <string>

using namespace fp8rt;
using namespace fp8rt::cuda;

/// Number of samples of an algorithm. There are fewer if the samples of a shape
/// take more milliseconds of the GPU than `maxMilliseconds`.
constexpr int maxSamples = 7;
constexpr float maxMilliseconds = 60;

/// Offsets of the operands of a matmul in the memory of a trial.
struct fp8rt::cuda::TrialPlaces {
  uint64_t lhs, rhs, out, scales[2], bias, table, workspace, flush;
};

/// Returns the size in bytes of the scales of `outer` rows or columns.
static uint64_t getScaleBytes(int32_t mode, int64_t outer, int64_t terms) {
  int32_t scaling = mode == scaleOf1x128     ? FP8RT_SCALE_1X128
                    : mode == scaleOf128x128 ? FP8RT_SCALE_128X128
                                             : FP8RT_SCALE_MX;
  int64_t bytes = sizeof(float);
  if (mode != scaleOfTensor)
    scaleBytes(scaling, outer, terms, bytes);
  return static_cast<uint64_t>(bytes);
}

namespace {
/// An algorithm and its samples in milliseconds.
struct Candidate {
  const BlasHeuristic *algorithm;
  std::vector<float> samples = {};
  bool hasFailed = false;

  float getMedian() {
    auto middle =
        samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
  }
};
} // namespace

fp8rt_status BoundGemm::fillTrial(const char *function, uint64_t workspaceBytes,
                                  uint64_t flushBytes, GemmTrial &trial,
                                  TrialPlaces &places) {
  const MatrixPlan *matrices[] = {&plan.lhs, &plan.rhs, &plan.out};
  uint64_t *offsets[] = {&places.lhs, &places.rhs, &places.out};
  for (unsigned i : {0, 1, 2})
    *offsets[i] = trial.reserve(matrices[i]->getBytes(plan.batch));
  int64_t terms =
      plan.lhs.hasContiguousTerms ? plan.lhs.getLength() : plan.lhs.getCount();
  uint64_t scaleSizes[] = {
      getScaleBytes(plan.lhs.scaleMode, plan.out.getCount(), terms),
      getScaleBytes(plan.rhs.scaleMode, plan.out.getLength(), terms)};
  for (unsigned i : {0, 1})
    places.scales[i] = trial.reserve(scaleSizes[i]);
  MatrixPlan biasPlan;
  biasPlan.elementBytes = plan.biasType == typeBF16 ? 2 : 4;
  auto biasBytes =
      static_cast<uint64_t>(plan.out.getLength() * biasPlan.elementBytes);
  places.bias = trial.reserve(biasBytes);
  places.table = trial.reserve(plan.getPointerBytes());
  places.workspace = trial.reserve(workspaceBytes);
  places.flush = trial.reserve(flushBytes);
  if (fp8rt_status status =
          trial.allocate(function, /*numFills=*/4, plan.getPointerBytes()))
    return status;

  for (unsigned i : {0, 1, 2})
    if (fp8rt_status status =
            trial.fill(function, *offsets[i], matrices[i]->getBytes(plan.batch),
                       *matrices[i]))
      return status;
  for (unsigned i : {0, 1})
    if (fp8rt_status status = trial.fillScales(
            function, places.scales[i], scaleSizes[i], matrices[i]->scaleMode))
      return status;
  if (fp8rt_status status =
          trial.fill(function, places.bias, biasBytes, biasPlan))
    return status;
  if (usesPointers) {
    if (fp8rt_status status = trial.upload(function, places.table,
                                           listMatrices(trial.at(places.lhs),
                                                        trial.at(places.rhs),
                                                        trial.at(places.out))))
      return status;
    pointers = trial.at(places.table);
  }
  auto getScale = [&](unsigned i) {
    return scales[i] ? trial.at(places.scales[i]) : 0;
  };
  if (fp8rt_status status = setScales(function, getScale(0), getScale(1)))
    return status;
  return bias ? setBias(function, trial.at(places.bias)) : FP8RT_OK;
}

fp8rt_status BoundGemm::runTrial(const char *function, uint64_t flushBytes,
                                 const std::vector<BlasHeuristic> &list,
                                 GemmTrial &trial, BlasHeuristic &fastest,
                                 std::string &times) {
  uint64_t workspaceBytes = 0;
  for (const BlasHeuristic &entry : list)
    workspaceBytes = std::max<uint64_t>(workspaceBytes, entry.workspaceBytes);
  TrialPlaces places = {};
  if (fp8rt_status status =
          fillTrial(function, workspaceBytes, flushBytes, trial, places))
    return status;
  auto call = [&](Candidate &candidate) {
    fp8rt_status status =
        multiply(function, trial.at(places.lhs), trial.at(places.rhs),
                 trial.at(places.out), *candidate.algorithm,
                 trial.at(places.workspace), trial.getStream());
    candidate.hasFailed = status != FP8RT_OK;
    return status;
  };
  // The first call of an algorithm may load its code.
  std::vector<Candidate> candidates;
  for (const BlasHeuristic &entry : list)
    call(candidates.emplace_back(Candidate{&entry}));
  if (fp8rt_status status = trial.synchronize(function))
    return status;
  float total = 0;
  for (int i = 0; i < maxSamples && total <= maxMilliseconds; ++i)
    for (Candidate &candidate : candidates) {
      if (candidate.hasFailed)
        continue;
      float milliseconds = 0;
      fp8rt_status status = trial.time(
          function, places.flush, flushBytes, [&] { return call(candidate); },
          milliseconds);
      if (status != FP8RT_OK && !candidate.hasFailed)
        return status;
      candidate.samples.push_back(milliseconds);
      total += milliseconds;
    }
  // If all have failed, the first one gives the error message of the step.
  const float none = std::numeric_limits<float>::infinity();
  float least = none;
  fastest = list.front();
  for (Candidate &candidate : candidates) {
    float median = candidate.hasFailed ? none : candidate.getMedian();
    times += " " + std::to_string(median);
    if (median >= least)
      continue;
    least = median;
    fastest = *candidate.algorithm;
  }
  if (least == none)
    times.clear();
  return FP8RT_OK;
}

fp8rt_status BoundGemm::timeAlgorithms(const char *function,
                                       uint64_t flushBytes,
                                       const std::vector<BlasHeuristic> &list,
                                       BlasHeuristic &fastest,
                                       std::string &times) {
  GemmTrial trial(driver);
  fp8rt_status status =
      runTrial(function, flushBytes, list, trial, fastest, times);
  // Too little memory is no error, because the step itself may fit.
  if (status == FP8RT_OUT_OF_MEMORY) {
    fastest = list.front();
    times = ": not measured, because memory was short";
    status = FP8RT_OK;
  }
  std::string message = status ? fp8rt_last_error() : "";
  fp8rt_status released = trial.release(function);
  // The descriptor refers to the matmul of the step again.
  if (released == FP8RT_OK)
    released = setAlignedScales(function);
  if (released == FP8RT_OK && bias)
    released = setBias(function, bias);
  pointers = 0;
  return status ? fail(status, "%s", message.c_str()) : released;
}
