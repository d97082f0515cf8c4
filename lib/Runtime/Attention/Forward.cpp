//===- Forward.cpp - attention --------------------------------------------===//

#include "Rows.h"
#include "Tiles.h"

#include <algorithm>
#include <limits>

using namespace fp8rt;

namespace {
/// The memory of a task: its keys and values, and a tile of scores.
struct Forward {
  Forward(const AttentionCall &call, Workspace &workspace)
      : call(call), desc(call.desc), keys(workspace.take(desc.d, desc.keys)),
        values(workspace.take(desc.keys, desc.e)),
        queries(workspace.take(call.tiling.rows, desc.d)),
        scores(workspace.take(call.tiling.rows, desc.keys)),
        factors(workspace.take(desc.keys)),
        outputs(workspace.take(call.tiling.rows, desc.e)),
        sums(workspace.take(getNumBlocks(desc.keys))),
        registers(workspace.take<Scores::Lanes>(FP8RT_ATTENTION_SCORE_OPS)) {}

  void run(int64_t task);
  void readKeys(int64_t number);
  bool runTile(int64_t begin, int64_t end, int64_t numKeys, Scores &region);
  float makeScores(Scores &region, float *row, int64_t numKeys);
  void writeTile(int64_t begin, int64_t end, int64_t numKeys);

  const AttentionCall &call;
  const fp8rt_attention_desc &desc;
  float *keys, *values, *queries, *scores, *factors, *outputs;
  /// Sums of blocks of a row.
  float *sums;
  Scores::Lanes *registers;
  Scores::RowIndex batch = {};
  /// Number of keys that were copied.
  int64_t numRead = 0;

  Scores::RowIndex getIndex(int64_t row) const {
    return indexOf(desc, row, desc.num_batch_dims, desc.num_row_dims, batch);
  }
};
} // namespace

/// Copies keys and values until there are `number`.
void Forward::readKeys(int64_t number) {
  if (number <= numRead)
    return;
  TensorRef k = call.tensor(FP8RT_ATTENTION_K),
            v = call.tensor(FP8RT_ATTENTION_V);
  k.readTransposed(k.at(batch) + numRead * k.layout.key_stride,
                   number - numRead, desc.d, keys + numRead, desc.keys);
  for (int64_t j = numRead; j < number; ++j)
    v.read(v.at(batch) + j * v.layout.key_stride, v.layout.element_stride,
           desc.e, values + j * desc.e);
  numRead = number;
}

/// Replaces the products of a row by its scores, and returns their maximum.
/// Fills `factors`.
float Forward::makeScores(Scores &region, float *row, int64_t numKeys) {
  for (int64_t j = 0; j < numKeys; j += Scores::numLanes) {
    int64_t count = std::min(Scores::numLanes, numKeys - j);
    region.compute(row + j, j, count);
    std::copy_n(region.getScore(), count, row + j);
    if (const float *factor = region.getFactor())
      std::copy_n(factor, count, factors + j);
  }
  return findMax(row, numKeys, std::numeric_limits<float>::lowest());
}

/// Computes rows [begin, end) of the batch from the first `numKeys` keys.
/// Returns false if a row needs more keys.
bool Forward::runTile(int64_t begin, int64_t end, int64_t numKeys,
                      Scores &region) {
  readKeys(numKeys);
  TensorRef q = call.tensor(FP8RT_ATTENTION_Q),
            max = call.tensor(FP8RT_ATTENTION_MAX),
            sum = call.tensor(FP8RT_ATTENTION_SUM);
  for (int64_t row = begin; row < end; ++row)
    q.read(q.at(getIndex(row)), q.layout.element_stride, desc.d,
           queries + (row - begin) * desc.d);
  call.multiply(end - begin, numKeys, desc.d, {queries, desc.d},
                {keys, desc.keys}, /*beta=*/0.0f, {scores, desc.keys});
  bool hasFactor = desc.factor >= 0;
  for (int64_t row = begin; row < end; ++row) {
    float *own = scores + (row - begin) * desc.keys;
    Scores::RowIndex index = getIndex(row);
    region.startRow(index);
    float rowMax = makeScores(region, own, numKeys);
    if (numKeys != desc.keys && !call.canSkip(rowMax))
      return false;
    float rowSum = exponentiate(own, numKeys, rowMax, sums);
    makeProbabilities(own, numKeys, rowSum, hasFactor ? factors : nullptr,
                      call.isBF16());
    max.write(max.at(index), /*stride=*/1, /*count=*/1, &rowMax);
    sum.write(sum.at(index), /*stride=*/1, /*count=*/1, &rowSum);
  }
  writeTile(begin, end, numKeys);
  return true;
}

void Forward::writeTile(int64_t begin, int64_t end, int64_t numKeys) {
  TensorRef o = call.tensor(FP8RT_ATTENTION_O);
  call.multiply(end - begin, desc.e, numKeys, {scores, desc.keys},
                {values, desc.e}, /*beta=*/0.0f, {outputs, desc.e});
  for (int64_t row = begin; row < end; ++row)
    o.write(o.at(getIndex(row)), o.layout.element_stride, desc.e,
            outputs + (row - begin) * desc.e);
}

void Forward::run(int64_t task) {
  const Tiling &tiling = call.tiling;
  batch = indexOf(desc, task / tiling.tasksPerBatch, 0, desc.num_batch_dims);
  int64_t first = task % tiling.tasksPerBatch * tiling.rowsPerTask;
  int64_t last = std::min(first + tiling.rowsPerTask, tiling.numRows);
  Scores region(desc, registers, call.captured());
  for (int64_t begin = first; begin < last; begin += tiling.rows) {
    int64_t end = std::min(begin + tiling.rows, last);
    if (!runTile(begin, end, call.countKeys(begin, end), region))
      runTile(begin, end, desc.keys, region);
  }
}

void fp8rt::runForward(const AttentionCall &call, int64_t task,
                       Workspace &workspace) {
  Forward forward(call, workspace);
  if (forward.keys)
    forward.run(task);
}
