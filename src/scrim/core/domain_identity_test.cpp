#include "scrim/core/domain_identity.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "scrim/any/any_spaces.hpp"

namespace scrim::domain_identity_test {
namespace {

/// Domains by the bytes that they have, each with a text of its own.
class Seen {
 public:
  template <class D>
  void expect_new(const D& domain) {
    const auto [other, is_new] = seen_.emplace(identity_of(domain).digest(), domain.describe());
    EXPECT_TRUE(is_new) << domain.describe() << " and " << other->second;
  }

 private:
  std::map<Identity::Digest, std::string> seen_;
};

TEST(DomainIdentity, tells_domains_apart) {
  const auto infinity = std::numeric_limits<double>::infinity();
  Seen seen;
  const auto expect_new = [&](auto atoms) {
    seen.expect_new(atoms);
    seen.expect_new(option_domain(atoms));
    seen.expect_new(vector_domain(atoms));
    seen.expect_new(vector_domain(atoms, 0));
    seen.expect_new(vector_domain(atoms, 7));
    seen.expect_new(vector_domain(option_domain(atoms)));
    seen.expect_new(vector_domain(option_domain(atoms), 7));
    seen.expect_new(record_domain(atoms));
    seen.expect_new(record_domain(atoms, atoms));
    seen.expect_new(record_domain(record_domain(atoms), atoms));
    seen.expect_new(record_domain(atoms, record_domain(atoms)));
    seen.expect_new(vector_domain(record_domain(atoms, atoms)));
  };
  expect_new(atom_domain<bool>());
  expect_new(atom_domain<std::string>());
  expect_new(atom_domain<std::int32_t>());
  expect_new(atom_domain<std::int64_t>());
  expect_new(atom_domain<std::uint64_t>());
  expect_new(atom_domain<float>());
  expect_new(atom_domain<double>());
  expect_new(atom_domain_with_nan<double>());
  expect_new(atom_domain(Bounds{0.0, 1.0}));
  expect_new(AtomDomain<double>(Bounds{0.0, 1.0}, true));
  expect_new(atom_domain(Bounds{1.0, 1.0}));
  expect_new(atom_domain(Bounds{0.0, infinity}));
  expect_new(atom_domain(Bounds{-infinity, infinity}));  // as all numbers, but said otherwise
  expect_new(atom_domain(Bounds{std::int64_t{0}, std::int64_t{1}}));
}

TEST(DomainIdentity, is_that_of_equal_domains) {
  EXPECT_EQ(identity_of(atom_domain(Bounds{-0.0, 1.0})),
            identity_of(atom_domain(Bounds{0.0, 1.0})));
  EXPECT_EQ(identity_of(vector_domain<double>(3)),
            identity_of(vector_domain<double>().with_size(3)));
  // Rows of text are the same rows where they are viewed.
  EXPECT_EQ(identity_of(vector_domain<std::string_view>()),
            identity_of(vector_domain<std::string>()));
}

TEST(DomainIdentity, does_not_depend_on_whether_types_are_hidden) {
  const auto expect_same = [](const auto& domain) {
    EXPECT_EQ(identity_of(AnyDomain(domain)), identity_of(domain)) << domain.describe();
  };
  expect_same(atom_domain(Bounds{std::int64_t{-3}, std::int64_t{9}}));
  expect_same(option_domain(atom_domain_with_nan<double>()));
  expect_same(vector_domain<std::string_view>());
  expect_same(vector_domain(option_domain(atom_domain(Bounds{0.0, 1.0})), 7));
}

struct OddNumbers {
  using Carrier = int;
  [[nodiscard]] bool contains(int value) const { return value % 2 != 0; }
  [[nodiscard]] std::string describe() const { return "OddNumbers"; }
  friend bool operator==(const OddNumbers&, const OddNumbers&) = default;
};

TEST(DomainIdentity, of_a_domain_that_the_library_does_not_know_is_unknown) {
  EXPECT_TRUE(OddNumbers{} == OddNumbers{});
  EXPECT_FALSE(identity_of(OddNumbers{}).is_known());
  EXPECT_FALSE(identity_of(vector_domain(option_domain(OddNumbers{}))).is_known());
}

}  // namespace
}  // namespace scrim::domain_identity_test
