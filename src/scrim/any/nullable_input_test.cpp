#include "scrim/any/nullable_input.hpp"

#include <gtest/gtest.h>

#include "scrim/any/any_block.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"

namespace scrim::nullable_input_test {
namespace {

TEST(NullableInput, nulls_are_dropped_where_rows_can_be) {
  const auto rows = vector_domain<double>();
  const auto drop = null_dropper(rows, SymmetricDistance{});
  ASSERT_TRUE(drop);
  EXPECT_EQ(drop->input_domain(), AnyDomain(vector_domain(option_domain(rows.element))));
  EXPECT_EQ(drop->output_domain(), AnyDomain(rows));
  EXPECT_TRUE(null_dropper(vector_domain<std::string_view>(), InsertDeleteDistance{}));
}

TEST(NullableInput, nothing_is_dropped_where_it_would_show_or_cannot_be) {
  const auto rows = vector_domain<double>();
  EXPECT_FALSE(null_dropper(rows.with_size(3), SymmetricDistance{}));
  EXPECT_FALSE(null_dropper(rows.with_size(0), ChangeOneDistance{}));
  EXPECT_FALSE(null_dropper(rows, LInfDistance<double>{}));
  EXPECT_FALSE(null_dropper(rows.element, AbsoluteDistance<double>{}));
  EXPECT_FALSE(null_dropper(vector_domain(option_domain(rows.element)), SymmetricDistance{}));
}

TEST(NullableInput, a_mechanism_reads_what_is_not_null) {
  const auto counts =
      hide(make_count_by_categories(vector_domain<std::int64_t>(), SymmetricDistance{}, {0, 1}));
  const std::vector<std::int64_t> values = {0, 1, 0, 1};
  const std::uint8_t valid = 0b0101;
  AnyRun run = drop_nulls_before(counts).start();
  run.update(NullableRows<std::int64_t>{values, Bitmap{&valid}});
  EXPECT_EQ(std::move(run).finish(), AnyValue(std::vector<std::uint64_t>{2, 0}));
}

}  // namespace
}  // namespace scrim::nullable_input_test
