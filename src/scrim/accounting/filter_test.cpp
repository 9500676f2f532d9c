#include "scrim/accounting/filter.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/entropy/secure_generator.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "support/entropy_generator_peer.hpp"
#include "support/error_of.hpp"

namespace scrim::filter_test {
namespace {

using Pure = Filter<MaxDivergence>;
using Pairs = Filter<Approximate<MaxDivergence>>;
using Concentrated = Filter<ZeroConcentratedDivergence>;
using ConcentratedPairs = Filter<Approximate<ZeroConcentratedDivergence>>;

Amount amount(const char* text) { return Amount::from_text(text); }
AmountWithDelta pair(const char* loss, const char* delta) { return {amount(loss), amount(delta)}; }

/// Stands in for a measurement: what it costs, and what is done when it is invoked.
template <class M, class Function>
struct Release {
  using OutputMeasure = M;
  using DistanceIn = double;
  typename M::Distance loss;
  Function function;

  M output_measure() const { return {}; }
  typename M::Distance map(double) const { return loss; }
  auto invoke() const { return function(); }
};
template <class M, class Function>
Release<M, Function> costing(M, typename M::Distance loss, Function function) {
  return {loss, function};
}

TEST(Filter, lets_ten_tenths_through_and_no_eleventh) {
  const Pure budget(amount("1"));
  for (int i = 0; i < 10; ++i) budget.spend(amount("0.1"));
  EXPECT_EQ(budget.spent(), amount("1"));
  EXPECT_EQ(budget.left(), Amount());
  SCRIM_EXPECT_ERROR(budget.spend(amount("0.1")), ErrorKind::budget, "epsilon 0.1 is asked for",
                     "epsilon 0 is left of epsilon 1", "nothing was spent");
  EXPECT_EQ(budget.spent(), amount("1"));
}

TEST(Filter, lives_on_after_a_refusal) {
  const Pure budget(amount("1"));
  budget.spend(amount("0.7"));
  EXPECT_FALSE(budget.can_spend(amount("0.31")));
  SCRIM_EXPECT_ERROR(budget.spend(amount("0.31")), ErrorKind::budget, "0.3 is left");
  EXPECT_EQ(budget.spent(), amount("0.7"));
  EXPECT_TRUE(budget.can_spend(amount("0.3")));
  budget.spend(amount("0.3"));
  budget.spend(Amount());
  EXPECT_FALSE(budget.can_spend(amount("1e-300")));
}

TEST(Filter, counts_what_doubles_would_lose) {
  const Pure budget(amount("1.00000000000001"));
  budget.spend(Amount::exactly(1.0));
  for (int i = 0; i < 1000; ++i) budget.spend(amount("1e-17"));
  EXPECT_EQ(budget.left(), Amount());
  EXPECT_FALSE(budget.can_spend(amount("1e-17")));
}

TEST(Filter, adds_deltas_exactly_and_refuses_by_either) {
  const Pairs budget(pair("1", "1e-6"));
  for (int i = 0; i < 10; ++i) budget.spend(pair("0.01", "1e-7"));
  EXPECT_EQ(budget.left(), pair("0.9", "0"));
  SCRIM_EXPECT_ERROR(budget.spend(pair("0.01", "1e-300")), ErrorKind::budget,
                     "epsilon 0.01 and delta 1e-300 is asked for",
                     "epsilon 0.9 and delta 0 is left of epsilon 1 and delta 0.000001");
  budget.spend(pair("0.9", "0"));
  EXPECT_FALSE(budget.can_spend(pair("1e-300", "0")));
  EXPECT_EQ(budget.spent(), pair("1", "1e-6"));
}

TEST(Filter, charges_other_measures) {
  const Concentrated budget(amount("1"));
  budget.spend(MaxDivergence{}, amount("0.5"));
  EXPECT_EQ(budget.spent(), charge(MaxDivergence{}, amount("0.5"), ZeroConcentratedDivergence{}));
  EXPECT_FALSE(budget.can_spend(MaxDivergence{}, amount("2")));
  const Pairs pairs(pair("1", "1e-6"));
  pairs.spend(MaxDivergence{}, amount("0.5"));
  EXPECT_EQ(pairs.spent(), pair("0.5", "0"));
}

TEST(Filter, refuses_a_delta_that_protects_nobody) {
  SCRIM_EXPECT_ERROR(Pairs(pair("1", "1")), ErrorKind::invalid_argument, "delta 1", "below 1");
  SCRIM_EXPECT_ERROR(Pairs(pair("1", "0.5")).child(pair("1", "2")), ErrorKind::invalid_argument,
                     "delta 2");
  EXPECT_TRUE(Pairs(pair("0", "0")).can_spend(pair("0", "0")));
}

TEST(Filter, copies_are_one_budget) {
  Pure budget(amount("1"));
  const Pure copy = budget;
  const Pure moved = std::move(budget);
  copy.spend(amount("0.6"));
  EXPECT_EQ(moved.left(), amount("0.4"));
  EXPECT_FALSE(moved.can_spend(amount("0.5")));
}

TEST(Filter, children_draw_on_all_their_ancestors) {
  const Pure budget(amount("1"));
  const Pure child = budget.child(amount("0.8"));
  const Pure grandchild = child.child(amount("0.8"));
  grandchild.spend(amount("0.5"));
  EXPECT_EQ(budget.spent(), amount("0.5"));
  EXPECT_EQ(child.spent(), amount("0.5"));
  EXPECT_EQ(grandchild.left(), amount("0.3"));
  budget.spend(amount("0.3"));
  EXPECT_EQ(child.spent(), amount("0.5"));
  EXPECT_EQ(grandchild.left(), amount("0.2"));
  // The child has room for it, its parent has not: neither changes.
  SCRIM_EXPECT_ERROR(grandchild.spend(amount("0.25")), ErrorKind::budget,
                     "epsilon 0.2 is left of epsilon 0.8", "drew on the same parent");
  EXPECT_EQ(budget.spent(), amount("0.8"));
  EXPECT_EQ(child.spent(), amount("0.5"));
  EXPECT_EQ(grandchild.spent(), amount("0.5"));
  grandchild.spend(amount("0.2"));
  EXPECT_EQ(budget.left(), Amount());
}

TEST(Filter, children_of_one_parent_share_what_it_has) {
  const Pure budget(amount("1"));
  const Pure first = budget.child(amount("0.75"));
  const Pure second = budget.child(amount("0.75"));
  first.spend(amount("0.75"));
  EXPECT_FALSE(second.can_spend(amount("0.3")));
  second.spend(amount("0.25"));
  EXPECT_FALSE(budget.can_spend(amount("0.01")));
}

TEST(Filter, a_child_outlives_the_name_of_its_parent) {
  const Pure child = [] { return Pure(amount("1")).child(amount("2")); }();
  child.spend(amount("1"));
  EXPECT_FALSE(child.can_spend(amount("0.5")));
}

TEST(Filter, refuses_endless_generations) {
  Pure youngest(amount("1"));
  for (int i = 0; i < 1000; ++i) youngest = youngest.child(amount("1"));
  youngest.spend(amount("0.5"));
  SCRIM_EXPECT_ERROR(youngest.child(amount("1")), ErrorKind::invalid_argument, "1000 ancestors");
}

TEST(FilterRelease, pays_the_exact_loss_of_the_map) {
  const auto noisy = make_laplace(atom_domain<std::int64_t>(), AbsoluteDistance<std::int64_t>{},
                                  MaxDivergence{}, {.scale = 10.0});
  const Pure budget(amount("0.25"));
  const double loss = noisy.map(1);
  static_cast<void>(budget.release(noisy, 1, 5));
  EXPECT_EQ(budget.spent(), Amount::exactly(loss));
  static_cast<void>(budget.release(noisy, 1, 5));
  SCRIM_EXPECT_ERROR(budget.release(noisy, 1, 5), ErrorKind::budget, "is left of epsilon 0.25");
  EXPECT_EQ(budget.spent(), Amount::exactly(loss) + Amount::exactly(loss));
}

TEST(FilterRelease, refuses_before_anything_runs) {
  int runs = 0;
  const Pairs budget(pair("1", "1e-6"));
  const auto too_much =
      costing(Approximate<MaxDivergence>{}, LossWithDelta{0.5, 2e-6}, [&] { return ++runs; });
  SCRIM_EXPECT_ERROR(budget.release(too_much, 1.0), ErrorKind::budget, "is asked for");
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(budget.spent(), pair("0", "0"));
  const auto infinite =
      costing(MaxDivergence{}, std::numeric_limits<double>::infinity(), [&] { return ++runs; });
  SCRIM_EXPECT_ERROR(budget.release(infinite, 1.0), ErrorKind::budget, "infinite");
  EXPECT_EQ(runs, 0);
}

template <class Measurement>
void expect_no_word_for_a_refusal(const Measurement& measurement, const std::vector<double>& rows) {
  const auto words_left = [] {
    return test::SecureGeneratorPeer::state(entropy::thread_source()).words_left;
  };
  const std::uint64_t at_first = words_left();
  const Pairs enough(pair("4", "0.1"));
  static_cast<void>(enough.release(measurement, 1, rows));
  EXPECT_NE(words_left(), at_first) << "a release is seen to draw";
  const Pairs budget(pair("0.125", "0.1"));
  for (int i = 0; i < 100; ++i) {  // any one of which could draw
    const std::uint64_t before = words_left();
    SCRIM_EXPECT_ERROR(budget.release(measurement, 1, rows), ErrorKind::budget, "is asked for");
    ASSERT_EQ(words_left(), before);
  }
  EXPECT_EQ(budget.spent(), pair("0", "0"));
}

TEST(FilterRelease, refuses_before_a_random_word_is_drawn) {
  const auto noisy = Space{vector_domain<double>(), SymmetricDistance{}} >> then_count() >>
                     then_laplace(MaxDivergence{}, {.scale = 1.0});
  expect_no_word_for_a_refusal(noisy, {1.0, 2.0, 3.0});
  // A sample draws while rows are read, before there is any noise.
  expect_no_word_for_a_refusal(make_sample(noisy, Fraction{1, 2}), {1.0, 2.0, 3.0});
}

TEST(FilterRelease, pays_before_it_runs) {
  const Pure budget(amount("1"));
  const auto look = costing(MaxDivergence{}, 0.5, [&] { return budget.spent(); });
  EXPECT_EQ(budget.release(look, 1.0), amount("0.5"));
}

TEST(FilterRelease, pays_back_nothing_when_the_run_fails) {
  for (const bool by_error : {true, false}) {
    const ConcentratedPairs budget(pair("1", "1e-6"));
    const auto failing = costing(ZeroConcentratedDivergence{}, 0.5, [&]() -> int {
      if (by_error) throw InvokeError(ErrorKind::wrong_size, "not the declared number of rows");
      throw std::runtime_error("out of luck");
    });
    EXPECT_ANY_THROW(static_cast<void>(budget.release(failing, 1.0)));
    EXPECT_EQ(budget.spent(), pair("0.5", "0"));
    // And the turn is over: the next one can begin.
    budget.spend(pair("0.5", "0"));
  }
}

TEST(FilterRelease, runs_one_at_a_time_where_no_theorem_allows_more) {
  const ConcentratedPairs budget(pair("1", "1e-6"));
  const ConcentratedPairs child = budget.child(pair("1", "1e-6"));
  const auto nested = costing(ZeroConcentratedDivergence{}, 0.25, [&] {
    SCRIM_EXPECT_ERROR(child.spend(pair("0.1", "0")), ErrorKind::misuse, "one at a time");
    const auto inner = costing(ZeroConcentratedDivergence{}, 0.1, [] { return 0; });
    SCRIM_EXPECT_ERROR(budget.release(inner, 1.0), ErrorKind::misuse, "one at a time");
    return budget.left();  // to look is no ask
  });
  EXPECT_EQ(budget.release(nested, 1.0), pair("0.75", "1e-6"));
  EXPECT_EQ(budget.spent(), pair("0.25", "0"));
  child.spend(pair("0.1", "0"));
}

TEST(FilterRelease, may_be_nested_where_releases_may_interleave) {
  const Concentrated budget(amount("1"));
  const auto nested = costing(ZeroConcentratedDivergence{}, 0.25, [&] {
    budget.spend(amount("0.25"));
    return 7;
  });
  EXPECT_EQ(budget.release(nested, 1.0), 7);
  EXPECT_EQ(budget.spent(), amount("0.5"));
}

}  // namespace
}  // namespace scrim::filter_test
