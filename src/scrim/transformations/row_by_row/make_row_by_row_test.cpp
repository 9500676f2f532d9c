#include "scrim/transformations/row_by_row/make_row_by_row.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scrim/spaces/dataset_metrics.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_row_by_row_test {
namespace {

void parity(std::span<const int> in, std::span<std::uint8_t> out) {
  for (std::size_t i = 0; i < in.size(); ++i) out[i] = static_cast<std::uint8_t>(in[i] & 1);
}

template <class M>
auto parity_under(std::size_t size) {
  return make_row_by_row(vector_domain<int>().with_size(size), M{},
                         vector_domain<std::uint8_t>().with_size(size), parity);
}

template <class M>
class MakeRowByRow : public testing::Test {};
using Metrics =
    testing::Types<SymmetricDistance, InsertDeleteDistance, ChangeOneDistance, HammingDistance>;
TYPED_TEST_SUITE(MakeRowByRow, Metrics);

TYPED_TEST(MakeRowByRow, is_exactly_1_stable) {
  const auto transformation = parity_under<TypeParam>(3);
  const auto datasets = test::datasets_of_size(std::vector<int>{0, 1, 2, 3}, 3);
  for (const auto& [d_in, d_out] : test::expect_stable(transformation, datasets, 6)) {
    EXPECT_EQ(d_out, transformation.map(d_in));
  }
}

TEST(MakeRowByRowFunction, acts_on_pieces_as_on_the_whole) {
  const auto transformation = make_row_by_row(vector_domain<int>(), SymmetricDistance{},
                                              vector_domain<std::uint8_t>(), parity);
  const auto datasets = test::datasets_up_to(std::vector<int>{0, 1, 2}, 3);
  for (const auto& x : datasets) {
    for (const auto& y : datasets) {
      auto both = x;
      both.insert(both.end(), y.begin(), y.end());
      auto images = transformation.invoke(x);
      const auto image_of_y = transformation.invoke(y);
      images.insert(images.end(), image_of_y.begin(), image_of_y.end());
      EXPECT_EQ(transformation.invoke(both), images);
    }
  }
}

TEST(MakeRowByRowFunction, may_change_the_type_of_rows) {
  const auto lengths = make_row_by_row(
      vector_domain<std::string>(), SymmetricDistance{}, vector_domain<std::uint64_t>(),
      [](std::span<const std::string> in, std::span<std::uint64_t> out) {
        for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i].size();
      });
  EXPECT_EQ(lengths.invoke(std::vector<std::string>{"", "ab"}), (std::vector<std::uint64_t>{0, 2}));
}

TEST(MakeRowByRowFunction, refuses_domains_of_different_size) {
  SCRIM_EXPECT_ERROR(make_row_by_row(vector_domain<int>().with_size(3), SymmetricDistance{},
                                     vector_domain<std::uint8_t>(), parity),
                     ErrorKind::mismatch, "size=3", "equal sizes");
}

}  // namespace
}  // namespace scrim::make_row_by_row_test
