#include "scrim/measurements/threshold/threshold_options.hpp"

#include <string>

#include "scrim/errors/error.hpp"

namespace scrim {

void check_threshold(std::string_view who, std::uint64_t threshold) {
  if (threshold != 0) return;
  fail(ErrorKind::invalid_argument,
       std::string(who) +
           ": the threshold is 0, which every key reaches; give at least 1, such as what "
           "least_laplace_threshold or least_gaussian_threshold gives for a delta");
}

}  // namespace scrim
