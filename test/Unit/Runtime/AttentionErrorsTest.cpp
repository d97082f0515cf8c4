//===- AttentionErrorsTest.cpp - attention that is not supported ----------===//

#include "AttentionCase.h"

#include <algorithm>

using namespace fp8rt::test;

/// Expects both functions that take a description to refuse a changed one.
template <typename Change>
static void expectRefused(Change change, const char *text,
                          fp8rt_status status = FP8RT_INVALID_ARGUMENT,
                          bool isBackward = false) {
  Context context;
  AttentionTraits traits = getTraits(/*rows=*/4, /*keys=*/6);
  traits.batches = traits.heads = 2;
  traits.hasBias = traits.isCausal = traits.canSkip = true;
  AttentionCase test(0, isBackward, traits);
  change(test.desc);
  EXPECT_FAILS(test.run(context, isBackward), status, text);
  uint64_t bytes = 0;
  EXPECT_FAILS(fp8rt_attention_workspace(&test.desc, &bytes), status, text);
}

using Desc = fp8rt_attention_desc;

TEST(Attention, ReportsDescriptions) {
  expectRefused([](Desc &d) { d.keys = -1; }, "keys is -1");
  expectRefused([](Desc &d) { d.num_row_dims = 7; }, "num_row_dims is 7");
  expectRefused([](Desc &d) { d.num_batch_dims = 4; }, "num_batch_dims is 4");
  expectRefused([](Desc &d) { d.causal_dim = 0; }, "causal_dim is 0");
  expectRefused([](Desc &d) { d.rows[0] = -3; }, "an extent of rows is -3");
  expectRefused([](Desc &d) { d.score = 64; }, "score is 64");
  expectRefused([](Desc &d) { d.num_ops = 0; }, "num_ops is 0");
  expectRefused(
      [](Desc &d) { d.tensors[FP8RT_ATTENTION_Q].dtype = FP8RT_E4M3; },
      "q is 2");
  expectRefused(
      [](Desc &d) { d.tensors[FP8RT_ATTENTION_MAX].dtype = FP8RT_BF16; },
      "expected max in f32");
  Context context;
  AttentionCase test(0, /*isBackward=*/false);
  test.desc.is_backward = 1;
  EXPECT_FAILS(test.run(context, false), FP8RT_INVALID_ARGUMENT,
               "expected a description with is_backward = 0, but got 1");
  test.desc.is_backward = 0;
  test.buffers[FP8RT_ATTENTION_V] = nullptr;
  EXPECT_FAILS(test.run(context, false), FP8RT_INVALID_ARGUMENT, "v is NULL");
  EXPECT_FAILS(fp8rt_attention(context, nullptr, nullptr, nullptr),
               FP8RT_INVALID_ARGUMENT, "desc is NULL");
}

TEST(Attention, ReportsInstructions) {
  expectRefused([](Desc &d) { d.ops[5].a = 9; },
                "an operand of an instruction is 9");
  expectRefused([](Desc &d) { d.ops[5].c = 1 << 30; },
                "an unused operand of an instruction is 1073741824");
  expectRefused([](Desc &d) { d.ops[1].value = 3; },
                "the dimension of an index is 3");
  expectRefused([](Desc &d) { d.ops[0].code = 99; },
                "the code of an instruction is 99");
  expectRefused([](Desc &d) { d.ops[5] = {FP8RT_SCORE_COMPARE, 0, 0, 0, 16}; },
                "a relation is 16");
  expectRefused(
      [](Desc &d) { d.ops[5] = {FP8RT_SCORE_INT, 0, 0, 0, int64_t{1} << 32}; },
      "an integer is 4294967296");
}

TEST(Attention, ReportsLayouts) {
  auto refuseRow = [](int32_t tensor, int32_t dim, const char *text,
                      int64_t stride, bool isBackward) {
    expectRefused([&](Desc &d) { d.tensors[tensor].row_stride[dim] = stride; },
                  text, FP8RT_INVALID_ARGUMENT, isBackward);
  };
  const int32_t batch = AttentionCase::Batch, rows = AttentionCase::Rows;
  refuseRow(FP8RT_ATTENTION_O, rows, "elements of o overlap", 0, false);
  refuseRow(FP8RT_ATTENTION_MAX, rows, "elements of max overlap", 0, false);
  refuseRow(FP8RT_ATTENTION_SUM, batch, "elements of sum overlap", 0, false);
  refuseRow(FP8RT_ATTENTION_DQ, rows, "elements of dq overlap", 0, true);
  refuseRow(FP8RT_ATTENTION_DK, batch, "elements of dk overlap", 0, true);
  refuseRow(FP8RT_ATTENTION_DV, batch, "elements of dv overlap", 0, true);
  refuseRow(FP8RT_ATTENTION_K, rows,
            "k has stride 5 in row dimension 2, expected 0", 5, false);
  refuseRow(FP8RT_ATTENTION_Q, rows, "q has the negative stride -1", -1, false);
}

TEST(Attention, ReportsSizesThatOverflow) {
  expectRefused(
      [](Desc &d) {
        d.tensors[FP8RT_ATTENTION_Q].row_stride[AttentionCase::Rows] =
            INT64_MAX / 2;
      },
      "q does not fit an address space", FP8RT_OUT_OF_RANGE);
  expectRefused(
      [](Desc &d) { std::fill_n(d.rows, FP8RT_ATTENTION_ROW_DIMS, INT32_MAX); },
      "the number of rows does not fit an address space", FP8RT_OUT_OF_RANGE);
  // With strides of 0, tensors have one element, so only the workspace is too
  // large.
  expectRefused(
      [](Desc &d) {
        std::fill_n(d.rows, FP8RT_ATTENTION_ROW_DIMS, 1);
        d.keys = INT32_MAX;
        d.d = d.e = (1 << 30) + 1;
        for (int32_t i :
             {FP8RT_ATTENTION_Q, FP8RT_ATTENTION_K, FP8RT_ATTENTION_V})
          d.tensors[i].key_stride = d.tensors[i].element_stride = 0;
        d.tensors[FP8RT_ATTENTION_O].element_stride = 1;
        d.captured[0].key_stride = 0;
      },
      "the workspace of 2147483647 keys, d = 1073741825 and e = 1073741825 "
      "does not fit an address space",
      FP8RT_OUT_OF_RANGE);
}
