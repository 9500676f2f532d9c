// An option that has no default.
#pragma once

namespace scrim {

/// A value that the compiler asks for, in a struct of options whose other members may be left out:
/// for what no default suits, such as whether the best score is the largest or the least.
template <class T>
class Required {
 public:
  Required() = delete;
  // NOLINTNEXTLINE(google-explicit-constructor): written as the value that it is.
  constexpr Required(T value) noexcept : value_(value) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  constexpr operator T() const noexcept { return value_; }

 private:
  T value_;
};

}  // namespace scrim
