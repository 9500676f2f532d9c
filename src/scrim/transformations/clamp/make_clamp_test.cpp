#include "scrim/transformations/clamp/make_clamp.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/distances/same_value.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_clamp_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

TEST(MakeClamp, moves_values_outside_to_the_nearest_bound) {
  const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{-1.0, 2.5});
  EXPECT_EQ(clamp.invoke(std::vector{-infinity, -largest, -1.5, -1.0, 0.0, 2.5, 2.6, infinity}),
            (std::vector{-1.0, -1.0, -1.0, -1.0, 0.0, 2.5, 2.5, 2.5}));
}

TEST(MakeClamp, sends_nan_to_the_lower_bound_so_that_it_is_total) {
  const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{-1.0, 2.5});
  EXPECT_EQ(clamp.invoke(std::vector{nan, -nan, 1.0}), (std::vector{-1.0, -1.0, 1.0}));
}

TEST(MakeClamp, keeps_the_two_zeros_one_value) {
  for (const auto& bounds : {Bounds{0.0, 1.0}, Bounds{-0.0, 1.0}, Bounds{-1.0, -0.0}}) {
    const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, bounds);
    const auto out = clamp.invoke(std::vector{-0.0, 0.0});
    EXPECT_TRUE(same_value(out[0], out[1]));
    EXPECT_TRUE(clamp.output_domain().contains(out));
  }
}

TEST(MakeClamp, states_its_output_domain) {
  const auto clamp =
      make_clamp(vector_domain<double>().with_size(7), SymmetricDistance{}, Bounds{0.0, 100.0});
  EXPECT_EQ(clamp.output_domain(), vector_domain<double>(Bounds{0.0, 100.0}).with_size(7));
}

template <class M>
class MakeClampUnder : public testing::Test {};
using DatasetMetrics =
    testing::Types<SymmetricDistance, InsertDeleteDistance, ChangeOneDistance, HammingDistance>;
TYPED_TEST_SUITE(MakeClampUnder, DatasetMetrics);

TYPED_TEST(MakeClampUnder, is_1_stable_and_tight_on_all_small_datasets) {
  const std::vector alphabet{-infinity, -1.0, -0.0, 0.0, tiny, 1.0, largest};
  for (const auto& bounds : {Bounds{0.0, 1.0}, Bounds{-1.0, -1.0}, Bounds{-largest, tiny},
                             Bounds{-infinity, infinity}}) {
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
      const auto clamp = make_clamp(vector_domain<double>().with_size(size), TypeParam{}, bounds);
      test::expect_stable(clamp, test::datasets_of_size(alphabet, size), 3);
    }
  }
  const auto clamp =
      make_clamp(vector_domain<double>().with_size(3), TypeParam{}, Bounds{0.0, 1.0});
  const auto worst = test::expect_stable(clamp, test::datasets_of_size(alphabet, 3), 6);
  for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, clamp.map(d_in));
}

TEST(MakeClamp, is_1_stable_without_a_known_size) {
  const auto symmetric = make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{0.0, 1.0});
  const auto ordered =
      make_clamp(vector_domain<double>(), InsertDeleteDistance{}, Bounds{0.0, 1.0});
  const auto datasets = test::datasets_up_to(std::vector{-infinity, -0.0, 0.0, 0.5, 7.0}, 3);
  test::expect_stable(symmetric, datasets, 3);
  test::expect_stable(ordered, datasets, 3);
}

TEST(MakeClamp, has_the_relation_of_the_seed) {
  const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{0.0, 1.0});
  for (std::uint32_t d_in = 0; d_in < 6; ++d_in) {
    for (std::uint32_t d_out = 0; d_out < 6; ++d_out) {
      EXPECT_EQ(clamp.check(d_in, d_out), d_out >= d_in);
    }
    EXPECT_EQ(clamp.stability_map().backward(d_in), d_in);
  }
}

TEST(MakeClamp, takes_every_number_type) {
  const auto bytes =
      make_clamp(vector_domain<std::int8_t>(), SymmetricDistance{}, Bounds<std::int8_t>{-3, 5});
  EXPECT_EQ(bytes.invoke(std::vector<std::int8_t>{-128, -3, 0, 5, 127}),
            (std::vector<std::int8_t>{-3, -3, 0, 5, 5}));
  const auto words = make_clamp(vector_domain<std::uint64_t>(), SymmetricDistance{},
                                Bounds<std::uint64_t>{1, ~std::uint64_t{0} - 1});
  EXPECT_EQ(words.invoke(std::vector<std::uint64_t>{0, 1, ~std::uint64_t{0}}),
            (std::vector<std::uint64_t>{1, 1, ~std::uint64_t{0} - 1}));
  const auto floats = make_clamp(vector_domain<float>(), SymmetricDistance{}, Bounds{0.0F, 0.1F});
  EXPECT_EQ(floats.invoke(std::vector{-1.0F, 0.1F, 3.0F}), (std::vector{0.0F, 0.1F, 0.1F}));
}

TEST(MakeClamp, clamps_one_number_under_absolute_distance) {
  const auto clamp =
      make_clamp(atom_domain<double>(), AbsoluteDistance<double>{}, Bounds{-1.0, tiny});
  EXPECT_EQ(clamp.invoke(5.0), tiny);
  EXPECT_EQ(clamp.invoke(nan), -1.0);
  EXPECT_EQ(clamp.map(0.3), 0.3);
  test::expect_stable(clamp, test::few_edge_doubles(), infinity);
}

TEST(MakeClamp, is_1_stable_on_vectors_under_lp_and_l_infinity) {
  const auto vectors = test::datasets_of_size(test::few_edge_doubles(), 2);
  const auto domain = vector_domain<double>().with_size(2);
  const Bounds bounds{-1.0, 0.5};
  test::expect_stable(make_clamp(domain, LpDistance<1, double>{}, bounds), vectors, infinity);
  test::expect_stable(make_clamp(domain, LpDistance<2, double>{}, bounds), vectors, infinity);
  test::expect_stable(make_clamp(domain, LInfDistance<double>{}, bounds), vectors, infinity);
  test::expect_stable(make_clamp(domain, LInfDistance<double>{.monotonic = true}, bounds), vectors,
                      infinity);
}

TEST(MakeClamp, is_1_stable_on_vectors_of_integers) {
  const auto vectors = test::datasets_of_size(std::vector<std::int64_t>{-9, -1, 0, 2, 50}, 3);
  const auto domain = vector_domain<std::int64_t>().with_size(3);
  const Bounds<std::int64_t> bounds{-1, 3};
  const LInfDistance<std::uint64_t> monotonic{.monotonic = true};
  test::expect_stable(make_clamp(domain, monotonic, bounds), vectors, ~std::uint64_t{0});
  test::expect_stable(make_clamp(domain, LpDistance<1, std::uint64_t>{}, bounds), vectors,
                      ~std::uint64_t{0});
}

TEST(MakeClamp, refuses_inverted_bounds) {
  SCRIM_EXPECT_ERROR(make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{5.0, 3.0}),
                     ErrorKind::invalid_argument, "make_clamp", "5", "3");
}

TEST(MakeClamp, refuses_nan_bounds) {
  SCRIM_EXPECT_ERROR(make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{nan, 3.0}),
                     ErrorKind::invalid_argument, "make_clamp", "NaN");
  SCRIM_EXPECT_ERROR(
      make_clamp(atom_domain<double>(), AbsoluteDistance<double>{}, Bounds{0.0, nan}),
      ErrorKind::invalid_argument, "make_clamp", "NaN");
}

TEST(MakeClamp, refuses_a_domain_that_allows_nan) {
  const auto domain = vector_domain(atom_domain_with_nan<double>());
  SCRIM_EXPECT_ERROR(make_clamp(domain, SymmetricDistance{}, Bounds{0.0, 1.0}),
                     ErrorKind::invalid_argument, "make_clamp", "NaN");
}

TEST(MakeClamp, refuses_a_wrong_known_size) {
  const auto clamp =
      make_clamp(vector_domain<double>().with_size(3), HammingDistance{}, Bounds{0.0, 1.0});
  SCRIM_EXPECT_ERROR(clamp.invoke(std::vector{1.0, 2.0}), ErrorKind::wrong_size, "rows");
}

TEST(ThenClamp, takes_bounds_that_the_domain_represents_exactly) {
  const Space space{vector_domain<double>(), SymmetricDistance{}};
  const auto clamp = space >> then_clamp(0, 100);
  EXPECT_EQ(clamp.output_domain(), vector_domain<double>(Bounds{0.0, 100.0}));
  const Space bytes{vector_domain<std::uint8_t>(), SymmetricDistance{}};
  EXPECT_THROW((void)(bytes >> then_clamp(0, 256)), Error);
  EXPECT_THROW((void)(bytes >> then_clamp(0.5, 3.0)), Error);
}

TEST(MakeClamp, agrees_with_itself_across_block_boundaries) {
  const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{10.0, 3000.0});
  for (const std::size_t size : {block_rows - 1, block_rows, block_rows + 1, 3 * block_rows + 7}) {
    std::vector<double> rows(size);
    for (std::size_t i = 0; i < size; ++i) rows[i] = static_cast<double>(i);
    const auto out = clamp.invoke(rows);
    ASSERT_EQ(out.size(), size);
    for (std::size_t i = 0; i < size; ++i)
      EXPECT_EQ(out[i], std::fmin(std::fmax(rows[i], 10.0), 3000.0));
  }
}

}  // namespace
}  // namespace scrim::make_clamp_test
