#include "scrim/any/any_spaces.hpp"

#include "scrim/columns/describe.hpp"
#include "scrim/core/shape.hpp"

namespace scrim {

namespace {

constexpr auto description = [](const auto& part) { return part.describe(); };

}  // namespace

std::string describe(const AnyDomain& domain) { return std::visit(description, domain); }

std::string describe(const AnyMetric& metric) { return std::visit(description, metric); }

std::string describe(const AnyMeasure& measure) { return std::visit(description, measure); }

std::string describe(const AnyDistance& distance) {
  return std::visit([](auto d) { return describe_value(d); }, distance);
}

bool is_dataset_metric(const AnyMetric& metric) {
  return std::visit([]<class M>(const M&) { return DatasetMetric<M>; }, metric);
}

KnownSize declared_size(const AnyDomain& domain) {
  return std::visit([]<class D>(const D& typed) { return declared_size<D>(typed); }, domain);
}

}  // namespace scrim
