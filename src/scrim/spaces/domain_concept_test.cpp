#include "scrim/spaces/domain_concept.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim::domain_concept_test {
namespace {

struct NoContains {
  using Carrier = int;
  std::string describe() const { return {}; }
  bool operator==(const NoContains&) const = default;
};

struct NoEquality {
  using Carrier = int;
  bool contains(int) const { return true; }
  std::string describe() const { return {}; }
};

struct Evens : NoContains {
  bool contains(int value) const { return value % 2 == 0; }
  bool operator==(const Evens&) const = default;
};

TEST(Domain, holds_for_every_domain_of_the_library) {
  static_assert(Domain<AtomDomain<double>> && Domain<AtomDomain<int>>);
  static_assert(Domain<AtomDomain<bool>> && Domain<AtomDomain<std::string>>);
  static_assert(Domain<VectorDomain<AtomDomain<float>>> && Domain<VectorDomain<AtomDomain<bool>>>);
  static_assert(Domain<VectorDomain<VectorDomain<AtomDomain<std::string>>>>);
}

TEST(Domain, holds_for_a_domain_of_the_user) {
  static_assert(Domain<Evens>);
  EXPECT_TRUE((VectorDomain{Evens{}}.contains(std::vector{2, 4})));
  EXPECT_FALSE((VectorDomain{Evens{}}.contains(std::vector{2, 3})));
}

TEST(Domain, fails_where_a_part_is_missing) {
  static_assert(!Domain<int> && !Domain<NoContains> && !Domain<NoEquality>);
}

}  // namespace
}  // namespace scrim::domain_concept_test
