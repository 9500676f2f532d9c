// The domain of vectors whose elements lie in one domain, of any size or of one known size.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/columns.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/spaces/domain_concept.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// Vectors over `element`; `size`, if given, is public knowledge about every one of them.
template <Domain D>
struct VectorDomain {
  using Element = typename D::Carrier;
  using Carrier = std::vector<Element>;
  using View = RowsOf<Element>;

  D element;
  KnownSize size = std::nullopt;

  [[nodiscard]] bool contains(View rows) const { return contains_rows(rows); }

  /// Where no block can look at a vector: std::vector<bool> packs its bits, nulls and records lie
  /// otherwise.
  [[nodiscard]] bool contains(const Carrier& rows) const
    requires(!std::convertible_to<const Carrier&, View>)
  {
    return contains_rows(rows);
  }

  /// Vectors of the same size over another element domain.
  template <Domain E>
  [[nodiscard]] VectorDomain<E> with_element(E new_element) const {
    return VectorDomain<E>{std::move(new_element), size};
  }

  /// The vectors of exactly this size.
  [[nodiscard]] VectorDomain with_size(std::size_t known_size) const {
    return VectorDomain{element, known_size};
  }

  [[nodiscard]] std::string describe() const {
    return "vector_domain(" + element.describe() + describe_size_suffix(size) + ")";
  }

  friend bool operator==(const VectorDomain& a, const VectorDomain& b) {
    return a.element == b.element && same_size(a.size, b.size);
  }

 private:
  template <class Rows>
  [[nodiscard]] bool contains_rows(const Rows& rows) const {
    if (size && rows.size() != *size) return false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!element.contains(rows[i])) return false;
    }
    return true;
  }
};

template <Domain D>
VectorDomain(D) -> VectorDomain<D>;
template <Domain D, class Size>
VectorDomain(D, Size) -> VectorDomain<D>;

/// Vectors over all values of T; for floats, over all but NaN.
template <Atom T>
[[nodiscard]] VectorDomain<AtomDomain<T>> vector_domain(KnownSize size = std::nullopt) {
  return {atom_domain<T>(), size};
}

/// Vectors of numbers within bounds.
/// Precondition (checked): they are not NaN and lower <= upper.
template <Number T>
[[nodiscard]] VectorDomain<AtomDomain<T>> vector_domain(Bounds<T> bounds,
                                                        KnownSize size = std::nullopt) {
  return {AtomDomain<T>().with_bounds(bounds, "vector_domain"), size};
}

/// Vectors over an atom domain.
template <Atom T>
[[nodiscard]] VectorDomain<AtomDomain<T>> vector_domain(AtomDomain<T> element,
                                                        KnownSize size = std::nullopt) {
  return {std::move(element), size};
}

/// Vectors over an element domain of another kind: of values that may be missing, or of records.
template <Domain D>
[[nodiscard]] VectorDomain<D> vector_domain(D element, KnownSize size = std::nullopt) {
  return {std::move(element), size};
}

}  // namespace scrim
