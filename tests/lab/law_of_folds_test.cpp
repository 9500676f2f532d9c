// The law of accumulators finds those that break it: what is true of sums, but not of these.
#include "lab/law_of_folds.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <span>

#include "scrim/scrim.hpp"

namespace scrim::test::law_of_folds_test {
namespace {

/// A state of one 64-bit number, which a rule changes.
template <class Rule>
struct OneNumber {
  std::uint64_t number = 0;

  void update(std::span<const std::int64_t> rows) {
    for (const std::int64_t row : rows) number = Rule::after(number, row);
  }
  void merge(const OneNumber& other) { number = Rule::merged(number, other.number); }
  [[nodiscard]] static Identity identity() { return Identity("one number"); }
  void save(StateWriter& writer) const { writer.write(number); }
  void load(StateReader& reader) { number = reader.read(); }
  [[nodiscard]] std::uint64_t finish() const { return number; }
};

struct WrappingSum {
  static std::uint64_t after(std::uint64_t sum, std::int64_t row) {
    return sum + static_cast<std::uint64_t>(row);
  }
  static std::uint64_t merged(std::uint64_t first, std::uint64_t second) { return first + second; }
};

/// Exact in any order as long as it does not round, which it does.
struct RoundedSum {
  static std::uint64_t after(std::uint64_t sum, std::int64_t row) {
    return std::bit_cast<std::uint64_t>(std::bit_cast<double>(sum) + static_cast<double>(row));
  }
  static std::uint64_t merged(std::uint64_t first, std::uint64_t second) {
    return std::bit_cast<std::uint64_t>(std::bit_cast<double>(first) +
                                        std::bit_cast<double>(second));
  }
};

/// Merges as a ++ b does, but not as b ++ a.
struct LastRow {
  static std::uint64_t after(std::uint64_t, std::int64_t row) {
    return static_cast<std::uint64_t>(row);
  }
  static std::uint64_t merged(std::uint64_t first, std::uint64_t second) {
    return second == 0 ? first : second;
  }
};

/// Takes the rows of the last state that is merged into it for all.
struct ForgetfulSum {
  static std::uint64_t after(std::uint64_t sum, std::int64_t row) {
    return WrappingSum::after(sum, row);
  }
  static std::uint64_t merged(std::uint64_t, std::uint64_t second) { return second; }
};

template <class Rule>
auto folding() {
  return Transformation(vector_domain<std::int64_t>(), SymmetricDistance{},
                        atom_domain<std::uint64_t>(), AbsoluteDistance<std::uint64_t>{},
                        make_fold<std::span<const std::int64_t>>(OneNumber<Rule>{}),
                        StabilityMap<std::uint32_t, std::uint64_t>::from_constant(1));
}

/// Whether the law finds something to complain about.
template <class Rule>
[[nodiscard]] bool is_found_out() {
  testing::TestPartResultArray complaints;
  const testing::ScopedFakeTestPartResultReporter reporter(
      testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &complaints);
  const auto sum = folding<Rule>();
  expect_state_in_any_order(folding_of(sum), rows_of_all_magnitudes<std::int64_t>(block_rows + 1));
  return complaints.size() > 0;
}

TEST(LawOfFolds, holds_for_sums_that_are_exact) {
  EXPECT_FALSE(is_found_out<WrappingSum>());
  const auto sum = folding<WrappingSum>();
  expect_value_on_any_number_of_threads(folding_of(sum));
}

TEST(LawOfFolds, finds_out_folds_that_depend_on_the_order) {
  EXPECT_TRUE(is_found_out<RoundedSum>());
  EXPECT_TRUE(is_found_out<LastRow>());
  EXPECT_TRUE(is_found_out<ForgetfulSum>());
}

}  // namespace
}  // namespace scrim::test::law_of_folds_test
