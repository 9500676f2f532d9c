// Samples from the registry: the typed ones, over measurements that are known at run time.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/combinators/sample_of_size/make_sample_of_size.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "scrim/transformations/select_column/select_table_column.hpp"
#include "support/error_of.hpp"
#include "support/registry_calls.hpp"

namespace scrim::registry_sample_test {
namespace {

using test::expect_same_map;

AnyMeasurement sampled(const std::string& name, const AnyMeasurement& measurement,
                       const std::string& parameter, const Argument& argument) {
  Arguments arguments;
  arguments.add(parameter, argument);
  return std::get<Constructor::FromMeasurement>(constructor_named(name).build)(measurement,
                                                                               arguments);
}

template <class M>
auto noisy_count(const VectorDomain<AtomDomain<double>>& domain, M metric, double scale) {
  return Space{domain, metric} >> then_count() >> then_laplace(MaxDivergence{}, {.scale = scale});
}

TEST(Registry, sample_is_the_typed_one) {
  const auto expect_as_typed = [](auto metric) {
    const auto count = noisy_count(vector_domain<double>(), metric, 7.0 / 5.0);
    expect_same_map(sampled("sample", hide(count), "rate", 0.1), make_sample(count, 0.1));
    expect_same_map(sampled("sample", hide(count), "rate", Fraction{1, 3}),
                    make_sample(count, Fraction{1, 3}));
    const auto approximate = make_convert_measure(count, Approximate<MaxDivergence>{});
    const auto erased = sampled("sample", hide(approximate), "rate", 0.1);
    for (const std::uint32_t d_in : {0U, 1U, 3U}) {
      EXPECT_EQ(erased.map(d_in), AnyDistance(make_sample(approximate, 0.1).map(d_in)));
    }
  };
  expect_as_typed(SymmetricDistance{});
  expect_as_typed(InsertDeleteDistance{});
}

TEST(Registry, sample_of_size_is_the_typed_one) {
  const auto count =
      noisy_count(vector_domain<double>().with_size(3), ChangeOneDistance{}, 7.0 / 5.0);
  const auto typed = make_sample_of_size(count, 10);
  const auto erased = sampled("sample_of_size", hide(count), "rows", std::uint64_t{10});
  expect_same_map(erased, typed);
  EXPECT_EQ(erased.input_domain(), AnyDomain(typed.input_domain()));
}

TEST(Registry, samples_are_shared_by_no_two_parts) {
  constexpr double no_noise = 0x1p-20;
  const auto count = hide(noisy_count(vector_domain<double>(), SymmetricDistance{}, no_noise));
  const auto half = sampled("sample", count, "rate", 0.5);
  const auto all = make_composition(std::vector{half, half, count});
  const std::vector<double> rows(10'000, 1.0);
  int agreed = 0;
  for (int trial = 0; trial < 20; ++trial) {
    auto run = all.start();
    run.update(AnyBlock(std::span<const double>(rows)), {.threads = 2});
    const auto counts = std::move(run).finish();
    EXPECT_TRUE(counts[2] == AnyValue(std::int64_t{10'000}));
    agreed += counts[0] == counts[1] ? 1 : 0;
  }
  EXPECT_LE(agreed, 5);
}

TEST(Registry, sample_of_persons_is_the_typed_one) {
  const PersonTableDomain visits({{"id", RowKind::integer, false}},
                                 TableDomain({{"days", RowKind::integer, false}}));
  const auto count = Space{visits, PersonDistance{}} >>
                     then_bound_contributions(BoundRows{.rows = 3, .values = {"days"}}) >>
                     then_select_column<std::int64_t>("days") >> then_count() >>
                     then_laplace(MaxDivergence{}, {.scale = 0x1p-20});
  expect_same_map(sampled("sample", hide(count), "rate", 0.1), make_sample(count, 0.1));
  TableRows rows(visits.all_columns().columns());
  constexpr std::int64_t persons = 400;
  for (std::int64_t i = 0; i < 3 * persons; ++i) {
    rows.cells(0).append(i % persons);
    rows.cells(1).append(i);
    rows.add_row();
  }
  const AnyMeasurement half = sampled("sample", hide(count), "rate", 0.5);
  auto run = half.start();
  run.update(AnyBlock(rows.batch()), {.threads = 2});
  const AnyValue released = std::move(run).finish();
  const auto taken = std::get<std::int64_t>(released);
  EXPECT_EQ(taken % 3, 0) << "all three rows of each person that is taken";
  EXPECT_NEAR(static_cast<double>(taken) / 3, 200.0, 80.0);
  auto first = half.start({.index = 0, .count = 2});
  SCRIM_EXPECT_ERROR(first.merge(half.start({.index = 1, .count = 2})), ErrorKind::misuse,
                     "a sample of persons");
}

TEST(Registry, sample_refuses_what_has_no_price) {
  const auto known = vector_domain<double>().with_size(3);
  const auto count = noisy_count(vector_domain<double>(), SymmetricDistance{}, 1.0);
  SCRIM_EXPECT_ERROR(
      (void)sampled("sample", hide(noisy_count(known, ChangeOneDistance{}, 1.0)), "rate", 0.5),
      ErrorKind::mismatch, "make_sample does not take a measurement under change_one_distance()");
  SCRIM_EXPECT_ERROR(
      (void)sampled("sample", hide(noisy_count(known, SymmetricDistance{}, 1.0)), "rate", 0.5),
      ErrorKind::mismatch, "make_sample_of_size");
  SCRIM_EXPECT_ERROR(
      (void)sampled("sample", hide(make_convert_measure(count, ZeroConcentratedDivergence{})),
                    "rate", 0.5),
      ErrorKind::mismatch, "no price under zero_concentrated_divergence()");
  SCRIM_EXPECT_ERROR((void)sampled("sample", hide(count), "rate", 1.5), ErrorKind::invalid_argument,
                     "from 0 to 1");
  for (const AnyMeasurement& other : {hide(count), hide(noisy_count(known, HammingDistance{}, 1.0)),
                                      hide(noisy_count(known, SymmetricDistance{}, 1.0))}) {
    SCRIM_EXPECT_ERROR((void)sampled("sample_of_size", other, "rows", std::uint64_t{5}),
                       ErrorKind::mismatch, "it takes change_one_distance()");
  }
  const auto noise = make_laplace(atom_domain<std::int64_t>(), AbsoluteDistance<double>{},
                                  MaxDivergence{}, {.scale = 1.0});
  SCRIM_EXPECT_ERROR((void)sampled("sample", hide(noise), "rate", 0.5), ErrorKind::mismatch,
                     "make_sample does not take");
}

}  // namespace
}  // namespace scrim::registry_sample_test
