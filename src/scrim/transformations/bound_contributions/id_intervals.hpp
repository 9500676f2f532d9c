// Which ids were read, where rows come in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "scrim/core/state_bytes.hpp"
#include "scrim/transformations/bound_contributions/row_packer.hpp"

namespace scrim::bounding {

/// One cell of an id: a word, or a text.
struct IdCell {
  std::uint64_t word = 0;
  std::string text = {};

  /// Of the words first, which are equal among texts; texts byte by byte.
  friend auto operator<=>(const IdCell&, const IdCell&) = default;
};

/// Who a person is. Compared column by column, exactly.
using PersonId = std::vector<IdCell>;

/// Intervals of ids that lie apart, rising: each is what one run has read, and no person of it has
/// rows elsewhere.
class IdIntervals {
 public:
  /// True if no id was read.
  [[nodiscard]] bool is_empty() const noexcept { return intervals_.empty(); }
  /// The largest id there is.
  /// Precondition (caller): there is one.
  [[nodiscard]] const PersonId& last() const noexcept { return intervals_.back().last; }

  /// Reads on to a larger id: the last interval ends with it.
  /// Precondition (caller): it is larger than all.
  void extend_to(const PersonId& id);

  /// Those of both. Throws InvokeError{misuse} if two of them overlap, or have an end in common: a
  /// person was split.
  void merge(const IdIntervals& other);

  /// One interval, from the least id to the largest.
  void join();

  void save(StateWriter& writer) const;
  /// Postcondition: throws InvokeError{bad_state} unless the next bytes are such as save() writes
  ///   of ids of so many cells.
  void load(StateReader& reader, std::size_t cells);

 private:
  struct Interval {
    PersonId first;
    PersonId last;
  };

  std::vector<Interval> intervals_;
};

}  // namespace scrim::bounding
