#include "scrim/spaces/space.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <string>
#include <string_view>

#include "scrim/errors/error.hpp"
#include "scrim/spaces/dataset_metrics.hpp"

namespace scrim::space_test {
namespace {

template <class D, class M>
concept CanMakeSpace = requires(D domain, M metric) { Space{domain, metric}; };

TEST(Space, deduces_its_types) {
  const Space space{vector_domain<double>(), SymmetricDistance{}};
  static_assert(std::same_as<decltype(space),
                             const Space<VectorDomain<AtomDomain<double>>, SymmetricDistance>>);
  EXPECT_EQ(space.domain, vector_domain<double>());
  EXPECT_EQ(space.metric, SymmetricDistance{});
}

TEST(Space, of_a_pair_that_is_no_metric_space_does_not_compile) {
  static_assert(CanMakeSpace<AtomDomain<double>, AbsoluteDistance<double>>);
  static_assert(!CanMakeSpace<AtomDomain<double>, SymmetricDistance>);
  static_assert(!CanMakeSpace<VectorDomain<AtomDomain<std::string>>, LpDistance<1, double>>);
}

TEST(Space, checks_at_construction_what_types_cannot_say) {
  const auto kind_of = [](auto make) {
    try {
      make();
    } catch (const Error& error) {
      return name(error.kind());
    }
    return std::string_view("accepted");
  };
  EXPECT_EQ(kind_of([] { Space{vector_domain<int>(), HammingDistance{}}; }), "mismatch");
  EXPECT_EQ(kind_of([] { Space{vector_domain<int>().with_size(5), HammingDistance{}}; }),
            "accepted");
  EXPECT_EQ(kind_of([] { Space{atom_domain_with_nan<double>(), AbsoluteDistance<double>{}}; }),
            "mismatch");
}

TEST(Space, compares_domain_and_metric) {
  const Space plain{vector_domain<int>(), LInfDistance<int>{}};
  EXPECT_EQ(plain, (Space{vector_domain<int>(), LInfDistance<int>{false}}));
  EXPECT_NE(plain, (Space{vector_domain<int>(), LInfDistance<int>{true}}));
  EXPECT_NE(plain, (Space{vector_domain<int>().with_size(1), LInfDistance<int>{}}));
}

}  // namespace
}  // namespace scrim::space_test
