// Counts by categories: texts with zeros and invalid UTF-8, integers of any bits; the counts
// against counting one by one.
#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/type_choice.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::outcome_of;
using fuzz::require;
using fuzz::TypeChoice;

using Categories = TypeChoice<std::string, std::string_view, std::int8_t, std::uint64_t>;
using Metrics = TypeChoice<SymmetricDistance, HammingDistance>;

template <Category T>
OwnedCategory<T> read_category(ByteReader& reader) {
  if constexpr (Number<T>) {
    return reader.number<T>();
  } else {
    return reader.text(24);  // some beyond 16 bytes, which are told by their ends
  }
}

template <Category T>
std::vector<OwnedCategory<T>> read_categories(ByteReader& reader, std::size_t largest) {
  std::vector<OwnedCategory<T>> all(reader.below(largest + 1));
  for (auto& one : all) one = read_category<T>(reader);
  return all;
}

/// Error messages quote categories.
template <class C>
void check_descriptions(const std::vector<C>& categories) {
  for (const C& category : categories) {
    const std::string description = describe_value(category);
    require(description.find_first_of(std::string_view("\0\n", 2)) == std::string::npos,
            "a description is one line of text");
  }
}

/// Counts saved under some categories must never be taken for counts of others.
template <Category T, class M, class Counts>
void check_identity(const Counts& counts, const std::vector<OwnedCategory<T>>& categories,
                    const std::vector<OwnedCategory<T>>& others) {
  auto other_counts =
      outcome_of([&] { return make_count_by_categories(counts.input_domain(), M{}, others); });
  if (!other_counts) return;
  const auto saved = counts.start().save();
  auto loaded = outcome_of([&] { return other_counts->load(saved); });
  loaded.require_valid(categories == others, ErrorKind::bad_state,
                       "only a run of the same categories is loaded");
}

template <Category T, class M>
void count(ByteReader& reader) {
  const auto categories = read_categories<T>(reader, 8);
  const auto owned_rows = read_categories<T>(reader, 16);
  const std::vector<T> rows(owned_rows.begin(), owned_rows.end());
  const auto domain = vector_domain<T>(reader.size_near(rows.size()));
  check_descriptions(categories);

  const std::set<OwnedCategory<T>> distinct(categories.begin(), categories.end());
  auto counts = outcome_of([&] { return make_count_by_categories(domain, M{}, categories); });
  if (categories.empty() || distinct.size() != categories.size()) {
    require(counts.error == ErrorKind::invalid_argument, "bad categories are refused");
    return;
  }
  counts.require_valid(!M::needs_known_size || domain.size, ErrorKind::mismatch,
                       "a needed size is asked for");
  if (!counts) return;

  auto invoked = outcome_of([&] { return counts->invoke(rows); });
  invoked.require_valid(!domain.size || *domain.size == rows.size(), ErrorKind::wrong_size,
                        "only a wrong size is an error");
  if (!invoked) return;
  std::vector<std::uint64_t> expected;
  for (const auto& category : categories) {
    expected.push_back(static_cast<std::uint64_t>(std::ranges::count(owned_rows, category)));
  }
  require(*invoked == expected, "each category is counted");
  auto others = categories;
  const std::size_t replaced = reader.below(others.size());
  others[replaced] = read_category<T>(reader);
  check_identity<T, M>(*counts, categories, others);

  const auto cut = static_cast<std::ptrdiff_t>(reader.below(rows.size() + 1));
  auto left = counts->start({.index = 0, .count = 2});
  auto right = counts->start({.index = 1, .count = 2});
  left.update(std::span(rows.begin(), rows.begin() + cut));
  right.update(std::span(rows.begin() + cut, rows.end()));
  left.merge(std::move(right));
  require(std::move(left).finish() == expected, "pieces give the same counts");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  Categories::choose(reader, [&]<class T>(std::type_identity<T>) {
    Metrics::choose(reader, [&]<class M>(std::type_identity<M>) { count<T, M>(reader); });
  });
  return 0;
}
