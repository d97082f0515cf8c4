//===- Backward.cpp - gradients of attention ------------------------------===//

#include "Rows.h"
#include "Tiles.h"

#include <algorithm>

using namespace fp8rt;

namespace {
/// The memory of a task: the keys and values of a batch, their gradients, and
/// tiles of scores.
struct Backward {
  Backward(const AttentionCall &call, Workspace &workspace)
      : call(call), desc(call.desc), rows(call.tiling.rows),
        width(call.tiling.keys), k(workspace.take(desc.keys, desc.d)),
        kAcross(workspace.take(desc.keys, desc.d)),
        vAcross(workspace.take(desc.keys, desc.e)),
        dk(workspace.take(desc.keys, desc.d)),
        dv(workspace.take(desc.keys, desc.e)), q(workspace.take(rows, desc.d)),
        dq(workspace.take(rows, desc.d)), grad(workspace.take(rows, desc.e)),
        o(workspace.take(desc.e)), sums(workspace.take(getNumBlocks(desc.e))),
        scores(workspace.take(rows, width)), dp(workspace.take(rows, width)),
        p(workspace.take(rows, width)), ds(workspace.take(rows, width)),
        across(workspace.take(rows, width)),
        states(workspace.take<RowState>(rows)),
        registers(workspace.take<Scores::Lanes>(FP8RT_ATTENTION_SCORE_OPS)) {}

  void run(int64_t task);
  void readKeys();
  void readRows(int64_t begin, int64_t end);
  void runTile(int64_t begin, int64_t end, int64_t key, int64_t numKeys,
               Scores &region);
  void makeTile(int64_t begin, int64_t end, int64_t key, int64_t numKeys,
                Scores &region);
  const float *transpose(const float *tile, int64_t numRows, int64_t numKeys);
  void writeKeys();

  const AttentionCall &call;
  const fp8rt_attention_desc &desc;
  int64_t rows, width;
  float *k, *kAcross, *vAcross, *dk, *dv, *q, *dq, *grad, *o;
  /// Sums of blocks of a row.
  float *sums;
  float *scores, *dp, *p, *ds, *across;
  RowState *states;
  Scores::Lanes *registers;
  Scores::RowIndex batch = {};

  Scores::RowIndex getIndex(int64_t row) const {
    return indexOf(desc, row, desc.num_batch_dims, desc.num_row_dims, batch);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands and results
//===----------------------------------------------------------------------===//

void Backward::readKeys() {
  TensorRef keys = call.tensor(FP8RT_ATTENTION_K),
            values = call.tensor(FP8RT_ATTENTION_V);
  keys.readTransposed(keys.at(batch), desc.keys, desc.d, kAcross, desc.keys);
  values.readTransposed(values.at(batch), desc.keys, desc.e, vAcross,
                        desc.keys);
  for (int64_t j = 0; j < desc.keys; ++j)
    keys.read(keys.at(batch) + j * keys.layout.key_stride,
              keys.layout.element_stride, desc.d, k + j * desc.d);
  std::fill_n(dk, desc.keys * desc.d, 0.0f);
  std::fill_n(dv, desc.keys * desc.e, 0.0f);
}

void Backward::readRows(int64_t begin, int64_t end) {
  TensorRef queries = call.tensor(FP8RT_ATTENTION_Q),
            gradients = call.tensor(FP8RT_ATTENTION_GRAD),
            outputs = call.tensor(FP8RT_ATTENTION_O),
            max = call.tensor(FP8RT_ATTENTION_MAX),
            sum = call.tensor(FP8RT_ATTENTION_SUM);
  for (int64_t row = begin; row < end; ++row) {
    Scores::RowIndex index = getIndex(row);
    int64_t r = row - begin;
    queries.read(queries.at(index), queries.layout.element_stride, desc.d,
                 q + r * desc.d);
    gradients.read(gradients.at(index), gradients.layout.element_stride, desc.e,
                   grad + r * desc.e);
    outputs.read(outputs.at(index), outputs.layout.element_stride, desc.e, o);
    states[r] = {max.readOne(max.at(index)), sum.readOne(sum.at(index)),
                 dot(grad + r * desc.e, o, desc.e, sums)};
  }
  std::fill_n(dq, (end - begin) * desc.d, 0.0f);
}

void Backward::writeKeys() {
  TensorRef keys = call.tensor(FP8RT_ATTENTION_DK),
            values = call.tensor(FP8RT_ATTENTION_DV);
  for (int64_t j = 0; j < desc.keys; ++j) {
    keys.write(keys.at(batch) + j * keys.layout.key_stride,
               keys.layout.element_stride, desc.d, dk + j * desc.d);
    values.write(values.at(batch) + j * values.layout.key_stride,
                 values.layout.element_stride, desc.e, dv + j * desc.e);
  }
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Fills `p` and `ds` from `scores` and `dp`.
void Backward::makeTile(int64_t begin, int64_t end, int64_t key,
                        int64_t numKeys, Scores &region) {
  for (int64_t row = begin; row < end; ++row) {
    int64_t start = (row - begin) * width;
    region.startRow(getIndex(row));
    for (int64_t j = 0; j < numKeys; j += Scores::numLanes) {
      int64_t count = std::min(Scores::numLanes, numKeys - j), at = start + j;
      region.compute(scores + at, key + j, count);
      makeGradients(region.getScore(), dp + at, region.getDerivative(),
                    region.getFactor(), count, &states[row - begin],
                    call.isBF16(), p + at, ds + at);
    }
  }
}

/// Transposes `tile` into `across`, which then has one row per key. Returns
/// `across`.
const float *Backward::transpose(const float *tile, int64_t numRows,
                                 int64_t numKeys) {
  const int64_t block = 16;
  for (int64_t first = 0; first < numKeys; first += block) {
    int64_t last = std::min(first + block, numKeys);
    for (int64_t i = 0; i < numRows; ++i)
      for (int64_t j = first; j < last; ++j)
        across[j * rows + i] = tile[i * width + j];
  }
  return across;
}

/// Adds the gradients of keys [key, key + numKeys) and rows [begin, end).
void Backward::runTile(int64_t begin, int64_t end, int64_t key, int64_t numKeys,
                       Scores &region) {
  int64_t numRows = end - begin;
  call.multiply(numRows, numKeys, desc.d, {q, desc.d},
                {kAcross + key, desc.keys}, /*beta=*/0.0f, {scores, width});
  call.multiply(numRows, numKeys, desc.e, {grad, desc.e},
                {vAcross + key, desc.keys}, /*beta=*/0.0f, {dp, width});
  makeTile(begin, end, key, numKeys, region);
  call.multiply(numRows, desc.d, numKeys, {ds, width},
                {k + key * desc.d, desc.d}, /*beta=*/1.0f, {dq, desc.d});
  call.multiply(numKeys, desc.d, numRows,
                {transpose(ds, numRows, numKeys), rows}, {q, desc.d},
                /*beta=*/1.0f, {dk + key * desc.d, desc.d});
  call.multiply(numKeys, desc.e, numRows,
                {transpose(p, numRows, numKeys), rows}, {grad, desc.e},
                /*beta=*/1.0f, {dv + key * desc.e, desc.e});
}

void Backward::run(int64_t task) {
  TensorRef gradient = call.tensor(FP8RT_ATTENTION_DQ);
  int64_t numRows = call.tiling.numRows;
  batch = indexOf(desc, task, 0, desc.num_batch_dims);
  readKeys();
  Scores region(desc, registers, call.captured());
  for (int64_t begin = 0; begin < numRows; begin += rows) {
    int64_t end = std::min(begin + rows, numRows);
    readRows(begin, end);
    int64_t last = call.countKeys(begin, end);
    if (!std::all_of(states, states + (end - begin), [&](const RowState &row) {
          return call.canSkip(row.max);
        }))
      last = desc.keys;
    for (int64_t key = 0; key < last; key += width)
      runTile(begin, end, key, std::min(width, last - key), region);
    for (int64_t row = begin; row < end; ++row)
      gradient.write(gradient.at(getIndex(row)), gradient.layout.element_stride,
                     desc.d, dq + (row - begin) * desc.d);
  }
  writeKeys();
}

void fp8rt::runBackward(const AttentionCall &call, int64_t task,
                        Workspace &workspace) {
  Backward backward(call, workspace);
  if (backward.k)
    backward.run(task);
}
