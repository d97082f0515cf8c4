//===- NpyTest.cpp - Arrays saved by NumPy --------------------------------===//

#include "Files/Npy.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::fp8::run;

namespace {

struct NpyTest : testing::Test {
  llvm::Expected<NpyFile> parse(StringRef bytes) {
    return NpyFile::parse(llvm::MemoryBuffer::getMemBufferCopy(bytes, "a.npy"),
                          &context);
  }
  std::string read(StringRef bytes) {
    auto file = parse(bytes);
    return file ? "" : llvm::toString(file.takeError());
  }

  static std::string makeFile(StringRef header, size_t dataSize,
                              char version = 1) {
    std::string file("\x93NUMPY");
    file += version;
    file += '\0';
    for (unsigned i = 0; i < (version == 1 ? 2u : 4u); ++i)
      file += static_cast<char>(header.size() >> (8 * i));
    return file + header.str() + std::string(dataSize, '\0');
  }

  MLIRContext context;
};

constexpr const char *header =
    "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }     \n";

TEST_F(NpyTest, BothVersions) {
  for (char version : {1, 2}) {
    auto file = parse(makeFile(header, 48, version));
    ASSERT_TRUE(static_cast<bool>(file)) << llvm::toString(file.takeError());
    EXPECT_EQ(file->getArray().type,
              RankedTensorType::get({3, 4}, Float32Type::get(&context)));
    EXPECT_EQ(file->getArray().bytes.size(), 48u);
  }
  EXPECT_EQ(read(makeFile(header, 48, 4)),
            "a.npy: unsupported version 4 of the format; supported are 1 and "
            "2");
  std::string minor = makeFile(header, 48);
  minor[7] = 2;
  EXPECT_EQ(read(minor), "a.npy: unsupported version 1.2 of the format; "
                         "supported are 1.0 and 2.0");
}

TEST_F(NpyTest, Shapes) {
  auto withShape = [](StringRef shape) {
    return "{'shape':" + shape.str() +
           ",'descr':\"|u1\",'fortran_order':False}";
  };
  EXPECT_EQ(read(makeFile(withShape("()"), 1)), "");
  EXPECT_EQ(read(makeFile(withShape("(7,)"), 7)), "");
  EXPECT_EQ(read(makeFile(withShape("(0, 3)"), 0)), "");
  EXPECT_EQ(read(makeFile(withShape("(-1,)"), 1)),
            "a.npy: expected a size in the header, but it continues with "
            "\",),'descr':\"|u1\"\"");
  // Python reads neither of these as a tuple of numbers.
  EXPECT_EQ(read(makeFile(withShape("(7)"), 7)),
            "a.npy: expected ',' behind the first size in the header, but it "
            "continues with \"),'descr':\"|u1\",\"");
  EXPECT_EQ(read(makeFile(withShape("(3,04)"), 12)),
            "a.npy: expected a size in the header, but it continues with "
            "\"04),'descr':\"|u1\"");
  EXPECT_EQ(read(makeFile(withShape("(9999999999, 9999999999)"), 1)),
            "a.npy: expected more bytes than a file can have of data for "
            "tensor<9999999999x9999999999xui8>, but there are 1");
}

TEST_F(NpyTest, NamesWhatIsWrong) {
  EXPECT_EQ(read("PK"), "a.npy: expected a file that NumPy saved");
  EXPECT_EQ(read(makeFile("{'descr': '<f4', 'fortran_order': False, 'shape': "
                          "(3,)}\v",
                          12)),
            "a.npy: expected nothing after '}' in the header, but it continues "
            "with \"\v\"");
  EXPECT_EQ(read(makeFile(header, 47)),
            "a.npy: expected 48 bytes of data for tensor<3x4xf32>, but there "
            "are 47");
  EXPECT_EQ(read(makeFile("{'descr': '>f4', 'fortran_order': False, 'shape': "
                          "(3,)}",
                          12)),
            "a.npy: unsupported dtype '>f4'; supported are <f8, <f4, <f2, <i8, "
            "<i4, <i2, |i1, <u8, <u4, <u2, |u1 and |b1");
  EXPECT_EQ(read(makeFile("{'descr': '<f4', 'fortran_order': True, 'shape': "
                          "(3,4)}",
                          48)),
            "a.npy: unsupported Fortran order, because tensors are row-major; "
            "save numpy.ascontiguousarray(...)");
  EXPECT_EQ(read(makeFile("{'descr': '<f4', 'shape': (3,4)}", 48)),
            "a.npy: expected descr, fortran_order and shape in the header");
  EXPECT_EQ(
      read(makeFile("{'descr': [('a', '<f4')]}", 48)),
      "a.npy: expected a dtype string in the header, but it continues with "
      "\"[('a', '<f4')]}\"");
}

TEST_F(NpyTest, EveryTruncationIsAnError) {
  std::string bytes = makeFile(header, 48);
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(read(StringRef(bytes).take_front(size)), "") << size;
}

/// A changed byte causes an error, or an array whose data are inside of the
/// file.
TEST_F(NpyTest, EveryByteFlipIsHandled) {
  std::string bytes = makeFile(header, 48);
  for (size_t i = 0; i < bytes.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[i] ^= static_cast<char>(1u << bit);
      auto file = parse(changed);
      if (!file)
        EXPECT_NE(llvm::toString(file.takeError()), "");
      else
        EXPECT_EQ(file->getArray().bytes.size(),
                  *getByteSize(file->getArray().type));
    }
}

} // namespace
