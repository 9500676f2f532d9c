#include "scrim/core/identity.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

namespace scrim::identity_test {
namespace {

using Parts = std::vector<std::string_view>;

Identity::Digest digest_of(const Parts& parts) {
  Identity identity;
  for (const std::string_view part : parts) identity.add(part);
  return identity.digest();
}

// A name may hold anything, so only lengths can say where one part ends and the next begins.
TEST(Identity, tells_apart_lists_that_read_alike_when_run_together) {
  std::map<Identity::Digest, Parts> seen;
  for (const Parts& parts : {Parts{},
                             {""},
                             {"", ""},
                             {"abc"},
                             {"a", "bc"},
                             {"ab", "c"},
                             {"a", "b", "c"},
                             {"abc", ""},
                             {"", "abc"},
                             {"atb"},
                             {"a", "b"}}) {
    EXPECT_TRUE(seen.emplace(digest_of(parts), parts).second) << parts.size() << " parts";
  }
}

TEST(Identity, depends_on_numbers_and_on_the_order_of_parts) {
  const auto digest = [](std::uint64_t first, std::uint64_t second) {
    Identity identity;
    identity.add(first);
    identity.add(second);
    return identity.digest();
  };
  EXPECT_EQ(digest(1, 2), digest(1, 2));
  EXPECT_NE(digest(1, 2), digest(2, 1));
  EXPECT_NE(digest(0, 1), digest(1, 0));
  EXPECT_NE(digest(0, 1), digest(0, std::uint64_t{1} << 63));
}

TEST(Identity, tells_apart_numbers_of_different_kinds_but_not_the_same_value) {
  const auto of = [](auto number) { return Identity("x").add(number); };
  EXPECT_NE(of(1.0).digest(), of(std::uint64_t{1}).digest());
  EXPECT_NE(of(std::int64_t{1}).digest(), of(std::uint64_t{1}).digest());
  EXPECT_EQ(of(0.0), of(-0.0));
  EXPECT_EQ(of(std::numeric_limits<double>::quiet_NaN()),
            of(-std::numeric_limits<double>::quiet_NaN()));
  EXPECT_NE(of(-1.0).digest(), of(1.0).digest());
}

TEST(Identity, of_a_chain_does_not_depend_on_brackets) {
  const Identity a("a");
  const Identity b("b");
  const Identity c("c");
  EXPECT_EQ((a + b) + c, a + (b + c));
  EXPECT_NE((a + b).digest(), (b + a).digest());
  // A list inside a list is another thing than its parts, and than a text of the same bytes: the
  // list of one empty text is its kind and eight bytes of length.
  EXPECT_NE(Identity("x").add(Identity("")).digest(),
            Identity("x").add(std::string_view("t\0\0\0\0\0\0\0\0", 9)).digest());
  EXPECT_NE(Identity("x").add(a + b).digest(), (Identity("x") + a + b).digest());
}

TEST(Identity, that_is_unknown_equals_none) {
  const Identity unknown = Identity::unknown();
  EXPECT_FALSE(unknown == unknown);
  EXPECT_FALSE((Identity("a") + unknown).is_known());
  EXPECT_FALSE((unknown + Identity("a")).is_known());
  EXPECT_FALSE(Identity("a").add(unknown).is_known());
  EXPECT_FALSE(Identity("a") + unknown == Identity("a") + unknown);
}

}  // namespace
}  // namespace scrim::identity_test
