// Which typed call a domain and a metric that are known at run time lead to.
#include "scrim/any/visit_space.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scrim::visit_space_test {
namespace {

using any::Rows;

const std::vector<AnyDomain> domains{vector_domain<double>(), vector_domain<std::int64_t>(),
                                     AtomDomain<double>{}};
const std::vector<AnyMetric> metrics{SymmetricDistance{}, ChangeOneDistance{},
                                     AbsoluteDistance<double>{}};

TEST(VisitSpace, leads_to_the_pair_it_is_and_says_where_there_is_none) {
  const auto called_by = [](const AnyDomain& domain, const AnyMetric& metric) {
    std::string called;
    const auto visit = [&]<class D, class M>(const D& typed, const M& typed_metric)
      requires(std::same_as<D, Rows<double>> || std::same_as<M, ChangeOneDistance>)
    { called += typed.describe() + " with " + typed_metric.describe(); };
    const bool is_called = any::visit_space<decltype(visit)>(domain, metric, visit);
    EXPECT_EQ(is_called, !called.empty());
    return called;
  };
  for (const AnyDomain& domain : domains) {
    for (const AnyMetric& metric : metrics) {
      const bool is_taken = std::holds_alternative<Rows<double>>(domain) ||
                            std::holds_alternative<ChangeOneDistance>(metric);
      EXPECT_EQ(called_by(domain, metric),
                is_taken ? domain.describe() + " with " + metric.describe() : "");
    }
  }
}

TEST(VisitSpace, gives_the_domain_and_the_metric_themselves) {
  const AnyDomain domain = vector_domain<double>().with_size(7);
  const AnyMetric metric = ChangeOneDistance{};
  const auto visit = [&](const Rows<double>& typed, const ChangeOneDistance& typed_metric) {
    EXPECT_EQ(&typed, &std::get<Rows<double>>(domain));
    EXPECT_EQ(&typed_metric, &std::get<ChangeOneDistance>(metric));
  };
  EXPECT_TRUE(any::visit_space<decltype(visit)>(domain, metric, visit));
}

TEST(VisitSpace, makes_no_code_for_pairs_that_are_not_taken) {
  const auto taking = [](const Rows<double>&, const ChangeOneDistance&) {};
  const auto visit = []<class D, class M>(const D&, const M&) {
    static_assert(std::same_as<D, Rows<double>> && std::same_as<M, ChangeOneDistance>);
  };
  EXPECT_TRUE(any::visit_space<decltype(taking)>(domains[0], metrics[1], visit));
  EXPECT_FALSE(any::visit_space<decltype(taking)>(domains[1], metrics[1], visit));
}

}  // namespace
}  // namespace scrim::visit_space_test
