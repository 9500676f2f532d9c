#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "scrim/core/state_bytes.hpp"

namespace scrim {
namespace {

using Parts = std::vector<std::string_view>;

StateIdentity::Digest digest_of(const Parts& parts) {
  StateIdentity identity;
  for (const std::string_view part : parts) identity.add(part);
  return identity.digest();
}

// A name may hold anything, so only lengths can say where one part ends and the next begins.
TEST(StateIdentity, tells_apart_lists_that_read_alike_when_run_together) {
  std::map<StateIdentity::Digest, Parts> seen;
  for (const Parts& parts : {Parts{},
                             {""},
                             {"", ""},
                             {"abc"},
                             {"a", "bc"},
                             {"ab", "c"},
                             {"a", "b", "c"},
                             {"abc", ""},
                             {"", "abc"}}) {
    EXPECT_TRUE(seen.emplace(digest_of(parts), parts).second) << parts.size() << " parts";
  }
}

TEST(StateIdentity, depends_on_numbers_and_on_the_order_of_parts) {
  const auto digest = [](std::uint64_t first, std::uint64_t second) {
    StateIdentity identity;
    identity.add(first);
    identity.add(second);
    return identity.digest();
  };
  EXPECT_EQ(digest(1, 2), digest(1, 2));
  EXPECT_NE(digest(1, 2), digest(2, 1));
  EXPECT_NE(digest(0, 1), digest(1, 0));
  EXPECT_NE(digest(0, 1), digest(0, std::uint64_t{1} << 63));
}

}  // namespace
}  // namespace scrim
