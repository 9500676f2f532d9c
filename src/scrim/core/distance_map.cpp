#include "scrim/core/distance_map.hpp"

namespace scrim::maps {

void fail_in_link(const LinkError& failure, std::size_t links) {
  const std::string text = failure.error.what();
  if (links == 1) fail(failure.error.kind(), text);
  fail(failure.error.kind(),
       "link " + std::to_string(failure.link + 1) + " of " + std::to_string(links) + ", " + text);
}

}  // namespace scrim::maps
