//===- GranulesTest.cpp - Scales of elements ------------------------------===//

#include "Granules.h"
#include "BoxWalk.h"
#include "TestUtils.h"

using namespace mlir;
using namespace mlir::fp8;
using namespace mlir::fp8::reference;

namespace {

/// Compares the scale of each element with the index that the attribute
/// returns.
void check(GranularityAttr granularity, ArrayRef<int64_t> shape) {
  FailureOr<SmallVector<int64_t>> scaleShape = granularity.getScaleShape(shape);
  ASSERT_TRUE(succeeded(scaleShape));
  SmallVector<int64_t> strides = getRowMajorStrides(*scaleShape);
  Granules granules(granularity, shape);
  SmallVector<int64_t> index(shape.size(), 0);
  int64_t element = 0;
  for (BoxWalk walk(getAllDims(shape.size()), shape, {}, index.data());
       !walk.isDone(); walk.advance(), ++element) {
    int64_t expected = 0;
    for (auto [i, stride] :
         llvm::zip_equal(granularity.getScaleIndex(shape, index), strides))
      expected += i * stride;
    ASSERT_EQ(granules[element], expected) << "element " << element;
  }
}

TEST(Granules, AreThoseOfTheAttribute) {
  MLIRContext context;
  context.loadDialect<FP8Dialect>();
  auto get = [&](GranularityKind kind, ArrayRef<int64_t> sizes = {}) {
    return GranularityAttr::get(&context, kind, sizes);
  };
  const std::vector<std::vector<int64_t>> shapes = {
      {7, 70}, {70, 7}, {1, 1}, {2, 3, 65}, {2, 0, 3}, {4, 32}};
  for (ArrayRef<int64_t> shape : shapes) {
    check(get(GranularityKind::Tensor), shape);
    check(get(GranularityKind::Row), shape);
    check(get(GranularityKind::MX), shape);
    check(get(GranularityKind::MX, {32, 1}), shape);
    check(get(GranularityKind::Group, {11}), shape);
    for (int64_t rows : {1, 2, 5})
      for (int64_t columns : {1, 3, 128})
        check(get(GranularityKind::Block, {rows, columns}), shape);
  }
  check(get(GranularityKind::MX), {33});
  check(get(GranularityKind::Row), {5});
  check(get(GranularityKind::Tensor), {});
  check(get(GranularityKind::Group, {1}), {});
}

} // namespace
