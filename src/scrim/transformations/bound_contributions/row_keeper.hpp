// Which rows of one person stay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "scrim/transformations/bound_contributions/row_layout.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

/// How much of a person stays.
struct Keeping {
  std::uint64_t groups = 1;  ///< in how many groups; of no account without groups
  std::uint64_t rows = 1;    ///< in each; where rows are added up, that is one
  bool adds_up = false;      ///< rows of one group become one: the values are totals
  std::uint64_t seed = 0;
};

/// In which order packed rows of one layout stand. It does not depend on codes: texts are compared
/// byte by byte.
class RowOrder {
 public:
  RowOrder(std::shared_ptr<const RowLayout> layout, std::uint64_t seed)
      : layout_(std::move(layout)), seed_(seed) {}

  [[nodiscard]] const RowLayout& layout() const noexcept { return *layout_; }

  /// Of the group, keyed; the same for all rows where there are none.
  [[nodiscard]] std::uint64_t group_hash(const std::uint64_t* row,
                                         const RowTexts& texts) const noexcept;
  /// Of all used fields, keyed.
  /// Precondition (caller): group_hash is that of the row.
  [[nodiscard]] std::uint64_t row_hash(const std::uint64_t* row, std::uint64_t group_hash,
                                       const RowTexts& texts) const noexcept;
  /// Of who the row is.
  [[nodiscard]] std::uint64_t person_hash(const std::uint64_t* row,
                                          const RowTexts& texts) const noexcept;

  /// Less than, equal to or greater than 0, as the words from `first` to `end` - 1 of a stand to
  /// those of b. Missing cells come first.
  [[nodiscard]] int compare(const std::uint64_t* a, const std::uint64_t* b, std::size_t first,
                            std::size_t end, const RowTexts& texts) const noexcept;

  /// By ids, by (hash of the group, group), by (hash of the used fields, fields): two rows of which
  /// neither comes first are the same.
  [[nodiscard]] bool comes_before(const std::uint64_t* a, const std::uint64_t* b,
                                  const RowTexts& texts) const noexcept;

 private:
  std::shared_ptr<const RowLayout> layout_;
  std::uint64_t seed_;
};

/// Of a person's rows, those in the `groups` least groups by (hash, group), and there the `rows`
/// least by (hash, fields). Or, of rows that are added up, one row for each of these groups.
///
/// Law: with k(x) what is kept of the multiset x of a person's rows, k(x + y) = k(k(x) + y).
class RowKeeper {
 public:
  RowKeeper(RowOrder order, const Keeping& keeping) : order_(std::move(order)), keeping_(keeping) {}

  [[nodiscard]] const RowOrder& order() const noexcept { return order_; }

  /// True if so many rows of a person all stay as they are.
  [[nodiscard]] bool all_stay(std::size_t rows) const noexcept {
    if (keeping_.adds_up) return rows <= 1;
    return rows <= keeping_.rows && (!order_.layout().has_group() || rows <= keeping_.groups);
  }

  /// Says of each row of one person whether it stays: stays[place] becomes 1 or 0, for each of
  /// `places` in `rows`. Where rows are added up, one of those that stay has become the total.
  /// Precondition (caller): `rows` are packed one behind the other.
  void keep(std::uint64_t* rows, std::span<const std::uint32_t> places, const RowTexts& texts,
            std::vector<std::uint8_t>& stays);

 private:
  struct Entry {
    std::uint64_t group_hash;
    std::uint64_t row_hash;
    std::uint32_t place;
  };

  void add_to(std::uint64_t* total, const std::uint64_t* row) const noexcept;

  RowOrder order_;
  Keeping keeping_;
  std::vector<Entry> entries_;
};

}  // namespace scrim::bounding
