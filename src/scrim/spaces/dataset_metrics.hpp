// Metrics on datasets: how many rows apart two vectors are.
#pragma once

#include <cstdint>
#include <string>

namespace scrim {

// A metric is its definition: the proofs argue from it, and the tests compute it
// (tests/support/distances/). Rows are the same if they are equal or both NaN; with == a dataset
// that holds a NaN would lie apart from itself. `ordered` says that the order of rows matters, and
// `needs_known_size` that only vectors of one size have a distance.

/// The number of rows to add and remove, in any order of rows: the L1 distance of histograms.
struct SymmetricDistance {
  using Distance = std::uint32_t;
  static constexpr bool ordered = false;
  static constexpr bool needs_known_size = false;

  [[nodiscard]] std::string describe() const { return "symmetric_distance()"; }

  friend constexpr bool operator==(SymmetricDistance, SymmetricDistance) = default;
};

/// The number of rows to insert and delete, where the order of rows matters.
struct InsertDeleteDistance {
  using Distance = std::uint32_t;
  static constexpr bool ordered = true;
  static constexpr bool needs_known_size = false;

  [[nodiscard]] std::string describe() const { return "insert_delete_distance()"; }

  friend constexpr bool operator==(InsertDeleteDistance, InsertDeleteDistance) = default;
};

/// The number of rows to change, in any order of rows, between datasets of one size. A change is
/// one removal and one addition: half the symmetric distance.
struct ChangeOneDistance {
  using Distance = std::uint32_t;
  static constexpr bool ordered = false;
  static constexpr bool needs_known_size = true;

  [[nodiscard]] std::string describe() const { return "change_one_distance()"; }

  friend constexpr bool operator==(ChangeOneDistance, ChangeOneDistance) = default;
};

/// The number of positions that differ, between sequences of one size.
struct HammingDistance {
  using Distance = std::uint32_t;
  static constexpr bool ordered = true;
  static constexpr bool needs_known_size = true;

  [[nodiscard]] std::string describe() const { return "hamming_distance()"; }

  friend constexpr bool operator==(HammingDistance, HammingDistance) = default;
};

}  // namespace scrim
