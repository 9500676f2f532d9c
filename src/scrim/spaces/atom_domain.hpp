// The domain of single values: all of a type, or the numbers within bounds, with or without NaN.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

namespace atom {

/// `nan` can be read on every atom domain, and set only where a NaN exists.
template <Atom T>
struct MayBeNan {
  static constexpr bool nan = false;

  friend constexpr bool operator==(const MayBeNan&, const MayBeNan&) = default;
};

template <Float T>
struct MayBeNan<T> {
  bool nan = false;

  friend constexpr bool operator==(const MayBeNan&, const MayBeNan&) = default;
};

}  // namespace atom

/// All values of a type without an order that matters to bounds: bool and strings.
template <Atom T>
struct AtomDomain : atom::MayBeNan<T> {
  using Carrier = T;
  using Element = T;

  [[nodiscard]] constexpr bool contains(const T&) const noexcept { return true; }

  /// Does nothing: so that a constructor for every Atom can ask it of every domain.
  void require_non_nan(std::string_view) const noexcept {}

  [[nodiscard]] std::string describe() const { return "atom_domain(" + written_type<T>() + ")"; }

  friend constexpr bool operator==(const AtomDomain&, const AtomDomain&) = default;
};

/// The numbers of a type that lie within `bounds` (all if there are none), and NaN if `nan`.
template <Number T>
struct AtomDomain<T> : atom::MayBeNan<T> {
  using Carrier = T;
  using Element = T;

  std::optional<Bounds<T>> bounds;

  /// All numbers of the type, without NaN.
  AtomDomain() = default;

  /// Precondition (checked): bounds, if given, are not NaN and lower <= upper.
  explicit AtomDomain(std::optional<Bounds<T>> value_bounds) : bounds(value_bounds) {
    if (bounds) check_bounds(*bounds, "AtomDomain");
  }

  /// As above, and also NaN if `may_be_nan`.
  AtomDomain(std::optional<Bounds<T>> value_bounds, bool may_be_nan)
    requires Float<T>
      : AtomDomain(value_bounds) {
    this->nan = may_be_nan;
  }

  [[nodiscard]] bool contains(const T& value) const noexcept {
    if (atom::is_nan(value)) return this->nan;
    return !bounds || (bounds->lower <= value && value <= bounds->upper);
  }

  /// The numbers within other bounds, without NaN: the range of a function that maps into them.
  /// Precondition (checked): they are not NaN and lower <= upper, else an error in the name of
  ///   `who`.
  [[nodiscard]] AtomDomain with_bounds(Bounds<T> new_bounds,
                                       std::string_view who = "AtomDomain") const {
    check_bounds(new_bounds, who);
    return AtomDomain(new_bounds);
  }

  /// Throws invalid_argument, in the name of `who`, if a value may be NaN.
  void require_non_nan(std::string_view who) const {
    if (this->nan) {
      fail(ErrorKind::invalid_argument,
           std::string(who) + ": the domain " + describe() +
               " allows NaN, which has no place in the order of numbers; drop or replace NaN "
               "first, or declare the domain without NaN");
    }
  }

  [[nodiscard]] std::string describe() const {
    std::string text = "atom_domain(" + written_type<T>();
    if (bounds) {
      text +=
          ", bounds=(" + written_number(bounds->lower) + ", " + written_number(bounds->upper) + ")";
    }
    if (this->nan) text += ", nan=True";
    return text + ")";
  }

  friend constexpr bool operator==(const AtomDomain&, const AtomDomain&) = default;
};

/// All values of T; for floats, all but NaN.
template <Atom T>
[[nodiscard]] AtomDomain<T> atom_domain() {
  return AtomDomain<T>();
}

/// The numbers within bounds.
/// Precondition (checked): they are not NaN and lower <= upper.
template <Number T>
[[nodiscard]] AtomDomain<T> atom_domain(Bounds<T> bounds) {
  return AtomDomain<T>().with_bounds(bounds, "atom_domain");
}

/// All floats, NaN included.
template <Float T>
[[nodiscard]] AtomDomain<T> atom_domain_with_nan() {
  return AtomDomain<T>(std::nullopt, true);
}

}  // namespace scrim
