#include "scrim/core/read_options.hpp"

#include <algorithm>
#include <thread>

#include "scrim/errors/error.hpp"

namespace scrim {

std::size_t all_cores() noexcept {
  return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void check_read_options(ReadOptions options) {
  if (options.threads == 0) {
    fail(ErrorKind::invalid_argument,
         "threads is 0, so nothing would be read; give 1 or more, or all_cores()");
  }
}

}  // namespace scrim
