#include "scrim/measurements/threshold/threshold_options.hpp"

#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

void check_threshold(std::string_view who, std::uint64_t threshold) {
  if (threshold != 0) return;
  fail(ErrorKind::invalid_argument,
       std::string(who) +
           ": the threshold is 0, which every key reaches; give at least 1, such as what "
           "least_laplace_threshold or least_gaussian_threshold gives for a delta");
}

void check_wanted_delta(double delta, std::string_view who) {
  if (delta > 0 && delta < 1) return;
  fail(ErrorKind::invalid_argument, std::string(who) + ": delta is " + describe_value(delta) +
                                        "; give a number above 0 and below 1, such as 1e-9");
}

}  // namespace scrim
