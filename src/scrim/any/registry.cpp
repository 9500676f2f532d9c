#include "scrim/any/registry.hpp"

#include "scrim/errors/error.hpp"

namespace scrim {

std::span<const Constructor> constructors() {
  static const std::vector<Constructor> all = {
      any::clamp(),
      any::row_by_row(),
      any::quantile_score_candidates(),
      any::count_by_categories(),
      any::report_noisy_top_k(),
      any::private_quantile(),
      any::convert_measure(),
  };
  return all;
}

void any::refuse_space(std::string_view constructor, const AnyDomain& domain,
                       const AnyMetric& metric, std::string_view takes) {
  fail(ErrorKind::mismatch, "make_" + std::string(constructor) + " does not take " +
                                describe(domain) + " with " + describe(metric) + "; it takes " +
                                std::string(takes));
}

}  // namespace scrim
