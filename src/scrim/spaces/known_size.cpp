#include "scrim/spaces/known_size.hpp"

namespace scrim {

bool same_size(const KnownSize& a, const KnownSize& b) { return a == b; }

std::string describe_size_suffix(const KnownSize& size) {
  return size ? ", size=" + std::to_string(*size) : "";
}

}  // namespace scrim
