#include "scrim/any/bin_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"

namespace scrim::any {

namespace {

/// An empty list is of either type; the constructor refuses it in its own words.
bool is_empty(const Argument& argument) {
  const auto* numbers = std::get_if<AnyNumbers>(&argument);
  if (numbers == nullptr) return std::get<std::vector<std::string>>(argument).empty();
  return std::visit([](const auto& typed) { return typed.empty(); }, *numbers);
}

template <Category T>
std::vector<OwnedCategory<T>> categories_of(const Argument& argument, const AnyDomain& domain) {
  if (is_empty(argument)) return {};
  if constexpr (Number<T>) {
    if (const auto* numbers = std::get_if<AnyNumbers>(&argument)) return exactly<T>(*numbers);
  } else {
    if (const auto* texts = std::get_if<std::vector<std::string>>(&argument)) return *texts;
  }
  fail(ErrorKind::mismatch, "make_count_by_categories: the categories are " +
                                std::string(Number<T> ? "texts" : "numbers") + ", the rows " +
                                domain.describe() + "; give categories of the type of the rows");
}

AnyObject build(const AnyDomain& domain, const AnyMetric& metric, const Arguments& arguments) {
  return with_bin_metric(arguments, [&]<BinMetric MO>(MO) {
    return build_on(domain, metric, "count_by_categories",
                    "vectors of integers, booleans or texts with a dataset metric",
                    [&]<Category T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                      return make_count_by_categories<MO>(
                          rows, typed_metric, categories_of<T>(arguments.at("categories"), domain),
                          other_rows_of(arguments));
                    });
  });
}

}  // namespace

Constructor offer_count_by_categories();

Constructor offer_count_by_categories() {
  return {
      .name = "count_by_categories",
      .summary = "Counts the rows in each of some public categories.",
      .details =
          "Rows are integers, booleans or texts. A row added or removed moves one count by "
          "1. One that is changed moves two: 1 under linf_distance, 2 under l1_distance, the "
          "square root of 2 under l2_distance.",
      .parameters = {{.name = "categories",
                      .type = ParameterType::categories,
                      .doc = "each once; public, not read off the data"},
                     bin_metric_parameter(),
                     other_rows_parameter("rows in none of the categories are not counted, or in a "
                                          "last bin")},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build),
  };
}

}  // namespace scrim::any
