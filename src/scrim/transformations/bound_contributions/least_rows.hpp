// Which rows of many persons stay, in one pass, where few of each do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/transformations/bound_contributions/row_keeper.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

/// Rows of one part, of many persons and in any order, packed one behind the other. Says the same
/// as a RowKeeper that is given each person's rows by themselves; but rows need not be brought
/// together first, since of each person only the least so far are looked at again.
///
/// For rows without groups that are not added up, of which few stay: RowKeeper::keeps_few_rows().
class LeastRows {
 public:
  /// stays[i] becomes 1 or 0 for each row i.
  /// Precondition (caller): keeper.keeps_few_rows(), and there are fewer than 2^31 rows.
  void find(const RowKeeper& keeper, const std::uint64_t* rows, std::size_t count,
            const RowTexts& texts, std::vector<std::uint8_t>& stays);

 private:
  /// Half of a row's hash, above its place: one number, by which rows are compared at once. Where
  /// two halves are the same it does not tell which row comes first.
  using Entry = std::uint64_t;
  struct Person {
    std::uint64_t first_id;   ///< its word, by which most others are told apart
    std::uint64_t first_row;  ///< which has all ids
  };

  static constexpr int place_bits = 32;
  static constexpr std::uint64_t place_mask = (std::uint64_t{1} << place_bits) - 1;
  /// Behind every row, and at no place.
  static constexpr Entry no_entry = ~Entry{0};

  static void insert(std::span<Entry> least, Entry entry) noexcept;
  void make_slots(std::size_t count);
  /// Leaves in `least_` what stays. `most`: how many rows of each person, as a number or as a type
  /// that is one.
  template <class Most>
  void find_least(const RowOrder& order, const std::uint64_t* rows, std::size_t count,
                  const RowTexts& texts, Most most);

  std::vector<std::uint64_t> person_hashes_;
  std::vector<std::uint64_t> row_hashes_;
  std::vector<std::uint32_t> slots_;  // numbers of persons plus 1, 0 where free, as most are
  std::vector<Person> persons_;
  std::vector<Entry> least_;  // of each person as many as may stay, rising; no_entry behind them
};

}  // namespace scrim::bounding
