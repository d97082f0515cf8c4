//===- MessagesTest.cpp - Messages for users ------------------------------===//

#include "Messages.h"

#include "gtest/gtest.h"

#include <initializer_list>

using namespace mlir;
using namespace mlir::fp8::run;

/// Returns the visible text of texts that are written one after the other.
static std::string print(std::initializer_list<StringRef> texts) {
  std::string seen;
  llvm::raw_string_ostream to(seen);
  {
    PrintableStream os(to);
    for (StringRef text : texts)
      os << text;
  }
  return seen;
}

TEST(MessagesTest, TextIsPrintedAsItIs) {
  EXPECT_EQ(print({"error: 'a'\n\tb\\"}), "error: 'a'\n\tb\\");
  EXPECT_EQ(print({"é 重み 😀"}), "é 重み 😀");
  // A character whose bytes are in two texts.
  EXPECT_EQ(print({"\xc3", "\xa9"}), "é");
  EXPECT_EQ(print({"\xf0\x9f", "\x98\x80."}), "😀.");
}

TEST(MessagesTest, WhatSteersATerminalIsNot) {
  EXPECT_EQ(print({"\x1b[31mred\x07\x7f\r"}), "\\1B[31mred\\07\\7F\\0D");
  EXPECT_EQ(print({StringRef("a\0b", 3)}), "a\\00b");
  // A control character of Latin-1, and a right-to-left override.
  EXPECT_EQ(print({"\xc2\x9b"
                   "31m"}),
            "\\C2\\9B31m");
  EXPECT_EQ(print({"\u202e"}), "\\E2\\80\\AE");
  // Invalid UTF-8: single bytes, an overlong encoding, and truncated
  // characters.
  EXPECT_EQ(print({"\x9b\xff"}), "\\9B\\FF");
  EXPECT_EQ(print({"\xc0\xaf"}), "\\C0\\AF");
  EXPECT_EQ(print({"\xe2\x82"}), "\\E2\\82");
  EXPECT_EQ(print({"\xc3", "a"}), "\\C3a");
}
