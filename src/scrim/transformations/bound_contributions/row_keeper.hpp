// Which rows of one person stay.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scrim/transformations/bound_contributions/keyed_hash.hpp"
#include "scrim/transformations/bound_contributions/row_layout.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"
#include "scrim/transformations/bound_contributions/with_width.hpp"

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
      : layout_(std::move(layout)),
        group_start_(hashed(seed, std::uint64_t{1})),
        person_start_(hashed(seed, std::uint64_t{2})),
        used_(layout_->used()),
        first_value_(layout_->first_value()),
        words_(layout_->words),
        has_texts_(std::find(layout_->is_text.begin(), layout_->is_text.end(), 1) !=
                   layout_->is_text.end()) {}

  [[nodiscard]] const RowLayout& layout() const noexcept { return *layout_; }
  /// Whether a word of a row is the code of a text.
  [[nodiscard]] bool has_texts() const noexcept { return has_texts_; }

  /// Of the person and the group, keyed; where there are no groups, the same for all rows of a
  /// person. Without the person, the same groups would stay of everyone, and others of nobody.
  [[nodiscard]] std::uint64_t group_hash(const std::uint64_t* row,
                                         const RowTexts& texts) const noexcept {
    const std::uint64_t start = hashed(group_start_, person_hash(row, texts));
    return layout_->group ? hash_of(row, start, used_, first_value_, texts.of_fields) : start;
  }
  /// Of the person and all used fields, keyed.
  /// Precondition (caller): group_hash is that of the row.
  [[nodiscard]] std::uint64_t row_hash(const std::uint64_t* row, std::uint64_t group_hash,
                                       const RowTexts& texts) const noexcept {
    return hash_of(row, group_hash, first_value_, words_, texts.of_fields);
  }
  /// Of who the row is.
  [[nodiscard]] std::uint64_t person_hash(const std::uint64_t* row,
                                          const RowTexts& texts) const noexcept {
    return hash_of(row, person_start_, 0, used_, texts.of_ids);
  }

  /// Of who each of `count` rows is, that lie one behind the other.
  void person_hashes(const std::uint64_t* rows, std::size_t count, const RowTexts& texts,
                     std::uint64_t* hashes) const noexcept {
    hash_rows(rows, count, 0, used_, texts.of_ids, hashes,
              [this](std::size_t) { return person_start_; });
  }
  /// The same of all used fields, where there are no groups.
  /// Precondition (caller): the persons are those of the rows.
  void row_hashes(const std::uint64_t* rows, std::size_t count, const RowTexts& texts,
                  const std::uint64_t* persons, std::uint64_t* hashes) const noexcept {
    hash_rows(rows, count, first_value_, words_, texts.of_fields, hashes,
              [&](std::size_t i) { return hashed(group_start_, persons[i]); });
  }

  /// Less than, equal to or greater than 0, as the words from `first` to `end` - 1 of a stand to
  /// those of b. Missing cells come first.
  [[nodiscard]] int compare(const std::uint64_t* a, const std::uint64_t* b, std::size_t first,
                            std::size_t end, const RowTexts& texts) const noexcept;

  /// By ids, by (hash of the group, group), by (hash of the used fields, fields): two rows of which
  /// neither comes first are the same.
  [[nodiscard]] bool comes_before(const std::uint64_t* a, const std::uint64_t* b,
                                  const RowTexts& texts) const noexcept;

 private:
  /// hashes[i] = hash_of(row i, start(i), first, end, codes). Whether there are texts is asked
  /// once, and few words are hashed without a loop.
  template <class Start>
  void hash_rows(const std::uint64_t* rows, std::size_t count, std::size_t first, std::size_t end,
                 const TextCodes& codes, std::uint64_t* hashes, const Start& start) const noexcept {
    const std::size_t words = words_;
    if (has_texts_) {
      for (std::size_t i = 0; i < count; ++i, rows += words) {
        hashes[i] = hash_of(rows, start(i), first, end, codes);
      }
      return;
    }
    with_width(end - first, [&](auto width) {
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t* row = rows + i * words + first;
        std::uint64_t hash = start(i);
        for (std::size_t word = 0; word < width; ++word) hash = hashed(hash, row[word]);
        hashes[i] = hash;
      }
    });
  }

  /// Of the words from `first` to `end` - 1, behind what has been hashed to `hash`.
  [[nodiscard]] std::uint64_t hash_of(const std::uint64_t* row, std::uint64_t hash,
                                      std::size_t first, std::size_t end,
                                      const TextCodes& codes) const noexcept {
    if (!has_texts_) {
      for (std::size_t i = first; i < end; ++i) hash = hashed(hash, row[i]);
      return hash;
    }
    for (std::size_t i = first; i < end; ++i) {
      hash = hashed(hash, layout_->is_text[i] != 0 ? codes.hash(row[i]) : row[i]);
    }
    return hash;
  }

  std::shared_ptr<const RowLayout> layout_;
  // Of the layout, where they are at hand for each row.
  std::uint64_t group_start_;
  std::uint64_t person_start_;
  std::size_t used_;
  std::size_t first_value_;
  std::size_t words_;
  bool has_texts_;
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

  /// Whether rows without groups are kept as they are, and few of each person: see LeastRows.
  [[nodiscard]] bool keeps_few_rows() const noexcept {
    return !keeping_.adds_up && !order_.layout().has_group() && keeping_.rows <= most_of_few;
  }
  /// In each group.
  [[nodiscard]] std::size_t rows_kept() const noexcept {
    return static_cast<std::size_t>(keeping_.rows);
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

  // Three ways to the same: bounds are small as a rule, and then a row is most often left out by
  // one comparison. make_bound_contributions_test.cpp holds them against each other.
  static constexpr std::size_t most_of_few = 16;

  void keep_few_rows(const std::uint64_t* rows, std::span<const std::uint32_t> places,
                     const RowTexts& texts, std::vector<std::uint8_t>& stays);
  void keep_few_groups(const std::uint64_t* rows, std::span<const std::uint32_t> places,
                       const RowTexts& texts, std::vector<std::uint8_t>& stays);
  void keep_by_sorting(std::uint64_t* rows, std::span<const std::uint32_t> places,
                       const RowTexts& texts, std::vector<std::uint8_t>& stays);

  [[nodiscard]] bool group_is_before(const Entry& a, const Entry& b, const std::uint64_t* rows,
                                     const RowTexts& texts) const noexcept {
    if (a.group_hash != b.group_hash) return a.group_hash < b.group_hash;
    // One hash is not one group: groups are told apart by themselves.
    return compare(a, b, rows, order_.layout().used(), order_.layout().first_value(), texts) < 0;
  }
  /// Of rows of one group.
  [[nodiscard]] bool row_is_before(const Entry& a, const Entry& b, const std::uint64_t* rows,
                                   const RowTexts& texts) const noexcept {
    if (a.row_hash != b.row_hash) return a.row_hash < b.row_hash;
    return compare(a, b, rows, order_.layout().first_value(), order_.layout().words, texts) < 0;
  }
  [[nodiscard]] int compare(const Entry& a, const Entry& b, const std::uint64_t* rows,
                            std::size_t first, std::size_t end,
                            const RowTexts& texts) const noexcept {
    const std::size_t words = order_.layout().words;
    return order_.compare(rows + a.place * words, rows + b.place * words, first, end, texts);
  }
  /// Puts the row among the least so far of its group, and says which of them stay.
  void put_among(std::span<Entry> least, std::size_t& count, const Entry& entry,
                 const std::uint64_t* rows, const RowTexts& texts,
                 std::vector<std::uint8_t>& stays) const noexcept;
  void add_to(std::uint64_t* total, const std::uint64_t* row) const noexcept;

  RowOrder order_;
  Keeping keeping_;
  std::vector<Entry> entries_;
};

}  // namespace scrim::bounding
