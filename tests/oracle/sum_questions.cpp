// Sums of clamped rows: every dataset, every pair of bounds, and the ends of int64.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

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

}  // namespace

void ask_about_sums(Oracle& oracle) {
  constexpr std::int64_t largest_term = (std::int64_t{1} << 62) - 1;
  ask_with({-3, -1, 0, 2, 7}, oracle);
  ask_with({-largest_term, -1, largest_term}, oracle);
}

}  // namespace scrim::oracle
