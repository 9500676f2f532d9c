// The accumulator of category counts.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/kernels/count_positions.hpp"
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

template <Category T>
class JointCategoryCounts;

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

  using Joint = JointCategoryCounts<T>;
  /// One that looks each row up once for all of them, if that is less work.
  [[nodiscard]] static std::optional<Joint> join(const std::vector<const CategoryCounts*>& all);

  [[nodiscard]] Identity identity() const {
    const auto categories = in_order();
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
  friend JointCategoryCounts<T>;

  static constexpr bool is_text = std::same_as<OwnedCategory<T>, std::string>;

  using Index = std::unordered_map<OwnedCategory<T>, std::size_t>;

  [[nodiscard]] std::vector<const OwnedCategory<T>*> in_order() const {
    std::vector<const OwnedCategory<T>*> categories(other_rows());
    for (const auto& [category, position] : *index_) categories[position] = &category;
    return categories;
  }

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
    const auto found = [&positions, rows](std::size_t i) { return positions.position_of(rows[i]); };
    if constexpr (is_text) {
      const auto others = static_cast<std::uint32_t>(other_rows());
      const auto position_of = [found, others](std::size_t i) {
        return std::min(found(i), others);  // which `none` is not below
      };
      kernels::count_positions(rows.size(), position_of, counts_);
    } else {
      kernels::count_positions(rows.size(), found, counts_);
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

/// Counts the rows in the categories of several lists at once.
template <Category T>
class JointCategoryCounts {
 public:
  explicit JointCategoryCounts(const std::vector<const CategoryCounts<T>*>& lists)
      : counts_(categories_of(lists)) {
    for (const CategoryCounts<T>* list : lists) {
      auto& places = places_.emplace_back();
      for (const auto* category : list->in_order()) places.push_back(counts_.index_->at(*category));
    }
  }

  void update(AtomRows<T> rows) { counts_.update(rows); }

  /// Adds to each list what it would have counted in the rows since the last time.
  /// Precondition (caller): the lists are copies of those that this was made for, in order.
  void hand_over(const std::vector<CategoryCounts<T>*>& lists) {
    const std::uint64_t rows =
        std::accumulate(counts_.counts_.begin(), counts_.counts_.end(), std::uint64_t{0});
    for (std::size_t i = 0; i < lists.size(); ++i) {
      std::vector<std::uint64_t>& into = lists[i]->counts_;
      std::uint64_t others = rows;
      for (std::size_t category = 0; category < places_[i].size(); ++category) {
        const std::uint64_t read = counts_.counts_[places_[i][category]];
        into[category] = saturating_add(into[category], read);
        others -= read;
      }
      into.back() = saturating_add(into.back(), others);
    }
    std::fill(counts_.counts_.begin(), counts_.counts_.end(), 0);
  }

 private:
  friend CategoryCounts<T>;

  [[nodiscard]] static CategoryCounts<T> categories_of(
      const std::vector<const CategoryCounts<T>*>& lists) {
    std::vector<OwnedCategory<T>> categories;
    std::unordered_set<OwnedCategory<T>> known;
    for (const CategoryCounts<T>* list : lists) {
      for (const auto* category : list->in_order()) {
        if (known.insert(*category).second) categories.push_back(*category);
      }
    }
    return CategoryCounts<T>(categories);
  }

  CategoryCounts<T> counts_;                      // of the categories of all lists
  std::vector<std::vector<std::size_t>> places_;  // of each list's categories among these
};

template <Category T>
auto CategoryCounts<T>::join(const std::vector<const CategoryCounts*>& all)
    -> std::optional<Joint> {
  Joint joint(all);
  if constexpr (Integer<T>) {
    // Look-ups in short tables are several times as fast as one by a hash.
    const auto has_table = [](const CategoryCounts* counts) {
      return counts->positions_ != nullptr;
    };
    if (std::all_of(all.begin(), all.end(), has_table) && !has_table(&joint.counts_)) {
      return std::nullopt;
    }
  }
  return joint;
}

}  // namespace scrim
