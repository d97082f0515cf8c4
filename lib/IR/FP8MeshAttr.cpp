//===- FP8MeshAttr.cpp - #fp8.mesh and #fp8.shard -------------------------===//
//
// A comment `mesh_cN` or `shard_cN` marks the check of constraint (CN) in the
// description of the attribute.
//
//===----------------------------------------------------------------------===//

#include "fp8/IR/FP8.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::fp8;

LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> axes,
                               ArrayRef<int64_t> sizes) {
  if (axes.empty() || axes.size() != sizes.size()) // mesh_c1
    return emitError() << "expected a mesh of one or more axes, each with its "
                          "number of ranks, but got "
                       << axes.size() << " axes and " << sizes.size()
                       << " numbers";
  int64_t numRanks = 1;
  for (auto [i, axis, size] : llvm::enumerate(axes, sizes)) {
    if (axis.empty()) // mesh_c1
      return emitError() << "expected an axis of a mesh to have a name";
    if (llvm::is_contained(axes.take_front(i), axis)) // mesh_c1
      return emitError() << "expected the axes of a mesh to differ, but two "
                            "are called "
                         << axis;
    if (size < 1) // mesh_c2
      return emitError() << "expected a positive number of ranks along " << axis
                         << ", but got " << size;
    if (llvm::MulOverflow(numRanks, size, numRanks) ||
        numRanks > std::numeric_limits<int32_t>::max()) // mesh_c2
      return emitError() << "expected a mesh whose number of ranks fits in an "
                            "i32, but it has more along "
                         << axis;
  }
  return success();
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<StringAttr> axes;
  SmallVector<int64_t> sizes;
  auto parseAxis = [&]() -> ParseResult {
    std::string name;
    if (parser.parseString(&name) || parser.parseEqual() ||
        parser.parseInteger(sizes.emplace_back()))
      return failure();
    axes.push_back(StringAttr::get(parser.getContext(), name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseAxis))
    return {};
  // Call getChecked() directly: the template of the parser would need the
  // storage class of the attribute, which is not visible here.
  return MeshAttr::getChecked([&] { return parser.emitError(loc); },
                              parser.getContext(), ArrayRef<StringAttr>(axes),
                              ArrayRef<int64_t>(sizes));
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::ListSeparator separator;
  for (auto [axis, size] : llvm::zip_equal(getAxes(), getSizes()))
    printer << StringRef(separator) << axis << " = " << size;
  printer << ">";
}

int64_t MeshAttr::getNumRanks() const {
  return llvm::product_of(getSizes(), int64_t(1));
}

std::optional<unsigned> MeshAttr::findAxis(StringRef name) const {
  for (auto [i, axis] : llvm::enumerate(getAxes()))
    if (axis.getValue() == name)
      return i;
  return std::nullopt;
}

SmallVector<int64_t> MeshAttr::getGroup(int64_t rank,
                                        ArrayRef<unsigned> axes) const {
  // Compute the first member of the group, which has position 0 along all axes
  // of the group.
  SmallVector<int64_t> strides(getSizes().size(), 1);
  for (size_t i = strides.size() - 1; i-- > 0;)
    strides[i] = strides[i + 1] * getSizes()[i + 1];
  int64_t first = rank;
  for (unsigned axis : axes)
    first -= rank / strides[axis] % getSizes()[axis] * strides[axis];
  SmallVector<int64_t> members = {first};
  for (unsigned axis : axes) {
    SmallVector<int64_t> next;
    for (int64_t member : members)
      for (int64_t i = 0; i < getSizes()[axis]; ++i)
        next.push_back(member + i * strides[axis]);
    members = std::move(next);
  }
  return members;
}

//===----------------------------------------------------------------------===//
// #fp8.shard
//===----------------------------------------------------------------------===//

LogicalResult ShardAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                StringAttr axis, int64_t rows, int64_t unit) {
  if (axis.empty()) // shard_c1
    return emitError() << "expected a shard along an axis with a name";
  for (auto [name, value] : {std::pair("rows", rows), std::pair("unit", unit)})
    if (value < 1) // shard_c2
      return emitError() << "expected '" << name
                         << "' of a shard to be positive, but got " << value;
  return success();
}

int64_t ShardAttr::getRowsPerRank(int64_t numRanks) const {
  int64_t units = llvm::divideCeil(getRows(), getUnit());
  return getUnit() * llvm::divideCeil(units, numRanks);
}
