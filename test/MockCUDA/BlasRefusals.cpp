//===- BlasRefusals.cpp - Matmuls that cuBLASLt rejects -------------------===//

#include "Blas.h"

using namespace mock;
using namespace mock::blas;

/// Returns why the library rejects these scales, or null.
static const char *findRefusalOfScales(const Desc &desc, const Layout &a,
                                       const Layout &b, uint64_t terms) {
  int32_t modeA = desc.scaleModeA, modeB = desc.scaleModeB;
  if (modeA == scaleOfTensor && modeB == scaleOfTensor)
    return nullptr;
  int capability = Machine::get().capability;
  bool areMX = modeA == scaleOfMX && modeB == scaleOfMX;
  bool areBlocks = (modeA == scaleOf1x128 || modeA == scaleOf128x128) &&
                   (modeB == scaleOf1x128 || modeB == scaleOf128x128);
  if (!areMX && (!areBlocks || modeA + modeB == 2 * scaleOf128x128))
    return "scales of blocks that do not go together";
  if (areMX ? capability < 100 : capability != 90)
    return "scales of blocks that this GPU does not have";
  if (!desc.scaleA || !desc.scaleB || desc.fastSums || a.batchCount != 1)
    return "scales of blocks that are not there, of fast sums or of a batch";
  // The library loads the scales of a block of terms as a whole vector.
  for (auto [mode, outer] :
       {std::pair(modeA, a.cols), std::pair(modeB, b.cols)})
    if (mode == scaleOf1x128 && outer % 4 != 0)
      return "vectors of scales that are not aligned to 16 bytes";
  return terms % 16 == 0 ? nullptr : "blocks of terms that are not aligned";
}

/// Returns why the library rejects this epilogue, or null.
static const char *findRefusalOfEpilogue(const Desc &desc, const Layout &a,
                                         const Layout &d) {
  if (desc.epilogue == epilogueNone)
    return nullptr;
  if (desc.epilogue != epilogueRelu && desc.epilogue != epilogueBias &&
      desc.epilogue != (epilogueBias | epilogueRelu))
    return "an epilogue that is not there";
  if (d.isByPointers() || desc.scaleModeA != scaleOfTensor)
    return "an epilogue of batches by pointers or of blocks";
  if (!desc.hasBias())
    return nullptr;
  if (!desc.bias)
    return "a bias that is not there";
  int expected = isEight(a.type) ? typeBF16 : d.type;
  return desc.biasType == expected ? nullptr : "a bias of another type";
}

const char *mock::blas::findRefusal(const Desc &desc, const Layout &a,
                                    const Layout &b, const Layout &d) {
  bool transA = desc.transA == operationT, transB = desc.transB == operationT;
  uint64_t m = transA ? a.cols : a.rows, k = transA ? a.rows : a.cols;
  uint64_t n = transB ? b.rows : b.cols;
  if ((transB ? b.cols : b.rows) != k || d.rows != m || d.cols != n)
    return "extents that do not fit each other";
  if (a.batchCount != b.batchCount || a.batchCount != d.batchCount)
    return "batches that do not fit each other";
  if (a.batchMode != b.batchMode || a.batchMode != d.batchMode)
    return "batches by pointers and by strides";
  if (a.isByPointers() && isEight(a.type))
    return "8-bit operands by pointers";
  if (d.type != typeF32 && (d.type != typeBF16 || a.type == typeF32))
    return "a result that it does not have for these operands";
  if (const char *refusal = findRefusalOfEpilogue(desc, a, d))
    return refusal;
  if (!isEight(a.type))
    return a.type == b.type && !desc.scaleA && !desc.scaleB
               ? nullptr
               : "operands of different types, or scales of wide ones";
  if (!isEight(b.type) || (a.type == typeE5M2 && b.type == typeE5M2))
    return "8-bit operands of these types";
  if (Machine::get().capability < 89)
    return "8-bit operands on this GPU";
  if (!transA || transB)
    return "8-bit operands whose terms are not contiguous";
  for (const Layout *layout : {&a, &b, &d})
    if (layout->ld * layout->bytes() % 16 != 0 ||
        layout->batchStride * layout->bytes() % 16 != 0)
      return "8-bit operands that are not aligned to 16 bytes";
  if (m % 16 != 0 || k % 16 != 0)
    return "8-bit operands of extents that are no multiples of 16";
  return findRefusalOfScales(desc, a, b, k);
}

std::string mock::blas::describe(const Desc &desc, const Layout &a,
                                 const Layout &b, const Layout &d) {
  auto name = [](int type) {
    return type == typeF32    ? "f32"
           : type == typeBF16 ? "bf16"
           : type == typeE4M3 ? "e4m3"
                              : "e5m2";
  };
  uint64_t k = desc.transA == operationT ? a.rows : a.cols;
  std::string text = std::to_string(d.rows) + "x" + std::to_string(d.cols) +
                     "x" + std::to_string(k) + " " + name(a.type) + "," +
                     name(b.type);
  if (d.type != typeF32)
    text += std::string(" to ") + name(d.type);
  text += desc.transA == operationT ? " T" : " N";
  text += desc.transB == operationT ? "T" : "N";
  if (d.batchCount != 1)
    text += " batch " + std::to_string(d.batchCount);
  if (d.isByPointers())
    text += " by pointers";
  if (desc.compute == computeTF32)
    text += " tf32";
  if (desc.fastSums)
    text += " fast";
  auto nameMode = [](int32_t mode) {
    return mode == scaleOf1x128     ? "1x128"
           : mode == scaleOf128x128 ? "128x128"
           : mode == scaleOfMX      ? "mx"
                                    : "tensor";
  };
  if (desc.scaleModeA != scaleOfTensor || desc.scaleModeB != scaleOfTensor)
    text += std::string(" scaled ") + nameMode(desc.scaleModeA) + "," +
            nameMode(desc.scaleModeB);
  if (desc.hasBias())
    text += std::string(" bias ") + name(desc.biasType);
  if (desc.hasRelu())
    text += " relu";
  return text;
}
