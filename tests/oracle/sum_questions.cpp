// Sums of clamped rows: every dataset, every pair of bounds, and the ends of int64. Their maps,
// from nothing to overflow.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "oracle/question_text.hpp"
#include "oracle/questions.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/small_datasets.hpp"

namespace scrim::oracle {

namespace {

using Integers = std::vector<std::int64_t>;

void ask_with(const Integers& values, Oracle& oracle) {
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t lower : values) {
    for (const std::int64_t upper : values) {
      if (lower > upper) continue;
      const auto sum = make_clamp(vector_domain<std::int64_t>(), SymmetricDistance{},
                                  Bounds<std::int64_t>{lower, upper}) >>
                       then_sum();
      for (const Integers& x : test::datasets_up_to(values, 4)) {
        std::string question = "sum";
        for (const std::int64_t number : {lower, upper, Limits::min(), Limits::max()}) {
          question += ' ' + std::to_string(number);
        }
        for (const std::int64_t row : x) question += ' ' + std::to_string(row);
        oracle.ask(question, std::to_string(sum.invoke(x)));
      }
    }
  }
}

/// The maps under every metric, as the transformation carries them.
template <Integer T>
void ask_about_maps(const AtomDomain<T>& rows, Oracle& oracle) {
  const auto any_size = vector_domain<T>(rows);
  const auto known_size = any_size.with_size(1);
  const Bounds<T> bounds = row_bounds(rows);
  const std::string between =
      ' ' + std::to_string(bounds.lower) + ' ' + std::to_string(bounds.upper);
  for (const std::uint32_t d_in : row_distances()) {
    const auto ask = [&](const std::string& function, const auto& domain, const auto& metric) {
      const auto sum = make_sum(domain, metric);
      oracle.ask(function + between + ' ' + std::to_string(d_in),
                 value_or(ErrorKind::overflow, overflow, [&] { return sum.map(d_in); }));
    };
    ask("sum_unknown_size", any_size, SymmetricDistance{});
    ask("sum_unknown_size", any_size, InsertDeleteDistance{});
    ask("sum_known_size", known_size, SymmetricDistance{});
    ask("sum_known_size", known_size, InsertDeleteDistance{});
    ask("sum_changed_rows", known_size, ChangeOneDistance{});
    ask("sum_changed_rows", known_size, HammingDistance{});
  }
}

/// Every pair of these bounds.
template <Integer T>
void ask_about_maps_between(const std::vector<T>& values, Oracle& oracle) {
  for (const T lower : values) {
    for (const T upper : values) {
      if (lower <= upper) ask_about_maps(atom_domain<T>(Bounds<T>{lower, upper}), oracle);
    }
  }
}

}  // namespace

void ask_about_sums(Oracle& oracle) {
  constexpr std::int64_t largest_term = (std::int64_t{1} << 62) - 1;
  ask_with({-3, -1, 0, 2, 7}, oracle);
  ask_with({-largest_term, -1, largest_term}, oracle);

  ask_about_maps_between<std::int64_t>({-largest_term, -largest_term / 1000, -100, -3, -2, -1, 0, 1,
                                        2, 3, 99, largest_term / 1000, largest_term},
                                       oracle);
  ask_about_maps_between<std::uint64_t>({0, 1, 7, largest_term}, oracle);
  // The ends of the type stand for bounds where none are declared.
  ask_about_maps(atom_domain<std::int8_t>(), oracle);
  ask_about_maps(atom_domain<std::uint16_t>(), oracle);
  ask_about_maps(atom_domain<std::int32_t>(), oracle);
  ask_about_maps(atom_domain<std::uint32_t>(), oracle);
}

}  // namespace scrim::oracle
