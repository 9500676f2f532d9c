// The accumulator of category counts.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/transformations/bins/other_rows.hpp"
#include "scrim/transformations/count_by_categories/dense_positions.hpp"
#include "scrim/transformations/count_by_categories/dictionary_positions.hpp"
#include "scrim/transformations/count_by_categories/text_positions.hpp"

namespace scrim {

/// A type whose values can name categories: integers, booleans, texts. Floats cannot: equality on
/// them is too brittle to count by.
template <class T>
concept Category = Atom<T> && !Float<T>;

/// What is stored for a category: a text that rows only view is owned here.
template <Category T>
using OwnedCategory = OwnedAtom<T>;

namespace categories {

/// What looks rows up faster than a hash table for any type.
template <class T>
struct PositionsOf {
  using Type = TextPositions;
};
template <Integer T>
struct PositionsOf<T> {
  using Type = DensePositions<T>;
};
template <class T>
using Positions = typename PositionsOf<T>::Type;

}  // namespace categories

/// Reads rows, and gives one count per category; then, if asked to, that of the rows in none.
template <Category T>
class CategoryCounts {
 public:
  /// Throws, in the name of `who`, if there is no category or one is repeated.
  explicit CategoryCounts(const std::vector<OwnedCategory<T>>& categories,
                          OtherRows others = OtherRows::left_out,
                          const std::string& who = "make_count_by_categories")
      : index_(std::make_shared<const Index>(index_of(categories, who))),
        others_(others),
        counts_(categories.size() + 1) {
    if constexpr (is_text) {
      positions_ = std::make_shared<const TextPositions>(categories);
    } else if constexpr (Integer<T>) {
      if (auto dense = DensePositions<T>::of(categories)) {
        positions_ = std::make_shared<const DensePositions<T>>(std::move(*dense));
      }
    }
  }

  void update(AtomRows<T> rows) {
    if constexpr (std::same_as<T, std::string_view>) {
      if (const auto* dictionary = rows.dictionary()) {
        return update_by_codes(rows.codes(), *dictionary);
      }
      update_by(*positions_, rows.views());
    } else if constexpr (is_text) {
      update_by(*positions_, rows);
    } else {
      if constexpr (Integer<T>) {
        if (positions_) return update_by(*positions_, rows);
      }
      for (const T& row : rows) {
        const auto found = index_->find(row);
        count_one(found == index_->end() ? other_rows() : found->second);
      }
    }
  }

  void merge(const CategoryCounts& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      counts_[i] = saturating_add(counts_[i], other.counts_[i]);
    }
  }

  [[nodiscard]] Identity identity() const {
    std::vector<const OwnedCategory<T>*> categories(other_rows());
    for (const auto& [category, position] : *index_) categories[position] = &category;
    // Not told for other rows that are left out, so that what was saved before they could be
    // counted is still read.
    Identity identity(others_ == OtherRows::counted ? "category_counts_and_others 1"
                                                    : "category_counts 1");
    identity.add(type_name<OwnedCategory<T>>()).add(categories.size());
    for (const auto* category : categories) {
      if constexpr (std::same_as<T, bool>) {
        identity.add(std::uint64_t{*category});
      } else {
        identity.add(*category);
      }
    }
    return identity;
  }
  void save(StateWriter& writer) const { writer.write(std::span(counts_).first(asked_for())); }
  void load(StateReader& reader) { reader.read(std::span(counts_).first(asked_for())); }

  [[nodiscard]] std::vector<std::uint64_t> finish() const {
    const auto asked = std::span(counts_).first(asked_for());
    return {asked.begin(), asked.end()};
  }

 private:
  static constexpr bool is_text = std::same_as<OwnedCategory<T>, std::string>;

  using Index = std::unordered_map<OwnedCategory<T>, std::size_t>;

  /// Where rows are counted that are in no category: behind the categories.
  [[nodiscard]] std::size_t other_rows() const noexcept { return counts_.size() - 1; }

  /// How many of the counts are.
  [[nodiscard]] std::size_t asked_for() const noexcept {
    return others_ == OtherRows::counted ? counts_.size() : other_rows();
  }

  static void count_one_in(std::uint64_t& count) {
    // Merged counts may stand at the largest number; wrapping there would move them by all of it.
    count = saturating_add(count, std::uint64_t{1});
  }
  void count_one(std::size_t position) { count_one_in(counts_[position]); }

  void update_by(const categories::Positions<T>& positions, std::span<const T> rows) {
    for (const T& row : rows) {
      const std::uint32_t position = positions.position_of(row);
      count_one(position == positions.none ? other_rows() : position);
    }
  }

  void update_by_codes(std::span<const std::uint32_t> codes, const TextDictionary& dictionary) {
    of_dictionary_.for_each(
        codes, dictionary, *positions_, static_cast<std::uint32_t>(other_rows()),
        [counts = counts_.data()](std::uint32_t position) { count_one_in(counts[position]); });
  }

  static Index index_of(const std::vector<OwnedCategory<T>>& categories, const std::string& who) {
    if (categories.empty()) {
      fail(ErrorKind::invalid_argument, who + ": there are no categories; give at least one");
    }
    Index index;
    for (std::size_t i = 0; i < categories.size(); ++i) {
      if (const auto [earlier, is_new] = index.emplace(categories[i], i); !is_new) {
        fail(ErrorKind::invalid_argument,
             who + ": categories " + std::to_string(earlier->second) + " and " + std::to_string(i) +
                 " are both " + describe_value(earlier->first) + "; give each category once");
      }
    }
    return index;
  }

  // Shared by all runs, never changed.
  std::shared_ptr<const Index> index_;
  std::shared_ptr<const categories::Positions<T>>
      positions_;  // none of booleans, nor of integers that do not lie close
  OtherRows others_;
  std::vector<std::uint64_t> counts_;  // of each category, then of all other rows
  DictionaryPositions of_dictionary_;  // the last that rows came with
};

}  // namespace scrim
