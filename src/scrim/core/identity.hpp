// What a function over rows is, as bytes: how states of equal functions are told from others.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "scrim/numbers/number.hpp"

namespace scrim {

/// A list of parts: texts and numbers, each written with its kind and its length, so that no two
/// lists run together alike. A chain's is that of its links, one behind the other, however `>>` was
/// bracketed.
///
/// There is one that is unknown: of a function that nobody gave a name. It is equal to none, itself
/// included, and makes every list unknown that it is a part of.
class Identity {
 public:
  using Digest = std::array<std::byte, 32>;

  /// The empty list.
  Identity() = default;
  explicit Identity(std::string_view name) { add(name); }

  [[nodiscard]] static Identity unknown();
  [[nodiscard]] bool is_known() const noexcept { return is_known_; }

  Identity& add(std::string_view text);
  /// A number with its type: 1 as a double is another part than 1 as an integer. All NaNs are one
  /// part, and so are both zeros: they are the same values.
  template <Number T>
  Identity& add(T number) {
    if constexpr (Float<T>) {
      return add_double(static_cast<double>(number));
    } else if constexpr (std::signed_integral<T>) {
      return add_word('i', static_cast<std::uint64_t>(std::int64_t{number}));
    } else {
      return add_word('u', number);
    }
  }

  /// Another list as one part of this one.
  Identity& add(const Identity& list) {
    is_known_ = is_known_ && list.is_known_;
    add_word('l', list.bytes_.size());
    bytes_ += list.bytes_;
    return *this;
  }

  [[nodiscard]] friend Identity operator+(Identity first, const Identity& second) {
    first.bytes_ += second.bytes_;
    first.is_known_ = first.is_known_ && second.is_known_;
    return first;
  }

  /// True only if both are known.
  friend bool operator==(const Identity& a, const Identity& b) {
    return a.is_known_ && b.is_known_ && a.bytes_ == b.bytes_;
  }

  /// SHA-256 of the list.
  /// Precondition (caller): it is known.
  [[nodiscard]] Digest digest() const;

 private:
  Identity& add_double(double number);
  Identity& add_word(char kind, std::uint64_t word);

  std::string bytes_;
  bool is_known_ = true;
};

}  // namespace scrim
