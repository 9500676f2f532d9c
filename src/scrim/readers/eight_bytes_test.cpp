#include "scrim/readers/eight_bytes.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace scrim::readers::eight_bytes_test {
namespace {

TEST(EightBytes, finds_the_first_of_two_bytes_at_every_place) {
  // Bytes that differ from the ones looked for in one bit, or by one, are the hard ones.
  for (const char other : {'x', '+', '-', '\v', '\t', '\0', '\xff', '\xac', '\x8a'}) {
    for (std::size_t size = 0; size <= 20; ++size) {
      for (std::size_t first = 0; first <= size; ++first) {
        for (const char sought : {',', '\n'}) {
          std::string bytes(size, other);
          if (first < size) bytes[first] = sought;
          if (first + 2 < size) bytes[first + 2] = ',';
          const char* const begin = bytes.data();
          ASSERT_EQ(find_either(begin, begin + size, ',', '\n') - begin,
                    static_cast<std::ptrdiff_t>(first));
        }
      }
    }
  }
}

}  // namespace
}  // namespace scrim::readers::eight_bytes_test
