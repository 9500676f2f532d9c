#include "scrim/entropy/system_seed.hpp"

#include <sys/random.h>

namespace scrim::entropy {

ssize_t SystemRandomReader::read(std::span<std::byte> out) noexcept {
  return ::getrandom(out.data(), out.size(), 0);
}

}  // namespace scrim::entropy
