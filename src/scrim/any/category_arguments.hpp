// The categories that a constructor counts by, as an argument.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scrim/any/registry.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/transformations/count_by_categories/category_counts.hpp"

namespace scrim::any {

[[nodiscard]] inline Parameter categories_parameter() {
  return {.name = "categories",
          .type = ParameterType::categories,
          .doc = "each once; public, not read off the data"};
}

/// An empty list is of either type; the constructor refuses it in its own words.
[[nodiscard]] inline bool is_empty(const Argument& categories) {
  const auto* numbers = std::get_if<AnyNumbers>(&categories);
  if (numbers == nullptr) return std::get<std::vector<std::string>>(categories).empty();
  return std::visit([](const auto& typed) { return typed.empty(); }, *numbers);
}

/// The categories in the type of the rows.
template <Category T>
[[nodiscard]] std::vector<OwnedCategory<T>> categories_of(const Arguments& arguments,
                                                          const AnyDomain& domain,
                                                          std::string_view constructor) {
  const Argument& argument = arguments.at("categories");
  if (is_empty(argument)) return {};
  if constexpr (Number<T>) {
    if (const auto* numbers = std::get_if<AnyNumbers>(&argument)) return exactly<T>(*numbers);
  } else {
    if (const auto* texts = std::get_if<std::vector<std::string>>(&argument)) return *texts;
  }
  fail(ErrorKind::mismatch, "make_" + std::string(constructor) + ": the categories are " +
                                std::string(Number<T> ? "texts" : "numbers") + ", the rows " +
                                domain.describe() + "; give categories of the type of the rows");
}

}  // namespace scrim::any
