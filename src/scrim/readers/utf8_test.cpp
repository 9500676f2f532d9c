#include "scrim/readers/utf8.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace scrim::readers::utf8_test {
namespace {

/// The definition: the bytes are those of some sequence of code points that are no surrogates. For
/// up to four bytes there is at most one such code point.
std::string encode(std::uint32_t c) {
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | (c >> 6)), static_cast<char>(0x80 | (c & 0x3F))};
  if (c < 0x10000) {
    return {static_cast<char>(0xE0 | (c >> 12)), static_cast<char>(0x80 | ((c >> 6) & 0x3F)),
            static_cast<char>(0x80 | (c & 0x3F))};
  }
  return {static_cast<char>(0xF0 | (c >> 18)), static_cast<char>(0x80 | ((c >> 12) & 0x3F)),
          static_cast<char>(0x80 | ((c >> 6) & 0x3F)), static_cast<char>(0x80 | (c & 0x3F))};
}

TEST(IsUtf8, takes_every_character_and_no_surrogate) {
  for (std::uint32_t c = 0; c <= 0x110000; ++c) {
    const bool is_character = c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
    ASSERT_EQ(is_utf8(encode(c)), is_character) << c;
    if (is_character) {
      ASSERT_TRUE(is_utf8("seven b" + encode(c) + "behind")) << c;
    }
  }
}

TEST(IsUtf8, takes_no_other_bytes) {
  // Every pair of bytes is two characters, one, or none.
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string bytes{static_cast<char>(a), static_cast<char>(b)};
      const bool are_two = a < 0x80 && b < 0x80;
      const bool are_one = a >= 0xC2 && a <= 0xDF && b >= 0x80 && b <= 0xBF;
      ASSERT_EQ(is_utf8(bytes), are_two || are_one) << a << ' ' << b;
    }
  }
  EXPECT_TRUE(is_utf8(""));
  EXPECT_FALSE(is_utf8("\xE0\x80\x80"));  // longer than it has to be
  EXPECT_FALSE(is_utf8("\xF0\x80\x80\x80"));
  EXPECT_FALSE(is_utf8("\xE2\x82"));  // cut short
  EXPECT_FALSE(is_utf8("12345678\xFF"));
  EXPECT_FALSE(is_utf8("1234567\xFF"));
}

}  // namespace
}  // namespace scrim::readers::utf8_test
