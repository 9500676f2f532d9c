// Bytes looked at eight at a time, in one register.
//
// Marks are a word in which the top bit of a byte is set where that byte is looked for. The lowest
// mark is exact; marks above it may be false, as a subtraction borrows from the byte above.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace scrim::readers {

/// The byte at the lowest address is the least significant one.
[[nodiscard]] inline std::uint64_t load_eight_bytes(const char* bytes) noexcept {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes, 8);
  } else {
    for (unsigned i = 0; i < 8; ++i) {
      word |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
  }
  return word;
}

inline constexpr std::uint64_t one_in_each_byte = 0x0101010101010101U;
inline constexpr std::uint64_t top_of_each_byte = 0x8080808080808080U;

/// Marks bytes that are below `bound`, which is at most 128.
[[nodiscard]] constexpr std::uint64_t mark_below(std::uint64_t word, unsigned char bound) noexcept {
  return (word - one_in_each_byte * bound) & ~word & top_of_each_byte;
}

/// Marks bytes that are `sought`.
[[nodiscard]] constexpr std::uint64_t mark_equal(std::uint64_t word,
                                                 unsigned char sought) noexcept {
  return mark_below(word ^ (one_in_each_byte * sought), 1);
}

/// Marks bytes that are no decimal digits. All marks are exact: no byte carries into the next.
[[nodiscard]] constexpr std::uint64_t mark_no_digit(std::uint64_t word) noexcept {
  const std::uint64_t digits = word ^ one_in_each_byte * '0';
  return (((digits & ~top_of_each_byte) + one_in_each_byte * (0x80 - 10)) | digits) &
         top_of_each_byte;
}

/// Which byte has the lowest mark.
/// Precondition (caller): marks is not 0.
[[nodiscard]] constexpr std::size_t first_marked(std::uint64_t marks) noexcept {
  return static_cast<std::size_t>(std::countr_zero(marks)) / 8;
}

/// The first byte that `mark` marks in a word, or `end`. `is_marked` says the same of a single
/// byte, for the last few.
///
/// Two words at a time: most of what is looked for in a file is nearer than that, and a loop that
/// is hardly ever repeated is one that the processor predicts.
template <class Mark, class IsMarked>
[[nodiscard]] inline const char* find_marked(const char* at, const char* end, Mark mark,
                                             IsMarked is_marked) noexcept {
  for (; end - at >= 16; at += 16) {
    const std::uint64_t first = mark(load_eight_bytes(at));
    const std::uint64_t second = mark(load_eight_bytes(at + 8));
    if ((first | second) != 0) {
      return at + (first != 0 ? first_marked(first) : 8 + first_marked(second));
    }
  }
  while (at != end && !is_marked(*at)) ++at;
  return at;
}

/// The first place in [at, end) that holds a or b; end if none does.
[[nodiscard]] inline const char* find_either(const char* at, const char* end, char a,
                                             char b) noexcept {
  const auto mark = [=](std::uint64_t word) {
    return mark_equal(word, static_cast<unsigned char>(a)) |
           mark_equal(word, static_cast<unsigned char>(b));
  };
  return find_marked(at, end, mark, [=](char c) { return c == a || c == b; });
}

}  // namespace scrim::readers
