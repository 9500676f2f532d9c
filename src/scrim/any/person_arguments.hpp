// Parameters that constructors on tables of persons have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "scrim/any/arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::any {

/// The number, or `otherwise` if it was left out.
/// Precondition (caller): the argument is one of ParameterType::any_number.
[[nodiscard]] inline std::uint64_t count_or(const Arguments& arguments, std::string_view name,
                                            std::uint64_t otherwise) {
  const auto* number = arguments.find<AnyNumber>(name);
  return number != nullptr ? exactly<std::uint64_t>(*number) : otherwise;
}

[[nodiscard]] inline Parameter group_parameter() {
  return {.name = "group",
          .type = ParameterType::text,
          .doc = "the column that tells groups apart, if there are groups",
          .may_be_left_out = true};
}

[[nodiscard]] inline Parameter groups_parameter() {
  return {.name = "groups",
          .type = ParameterType::any_number,
          .doc = "in how many groups rows of each person stay; 1 if left out",
          .may_be_left_out = true};
}

[[nodiscard]] inline Parameter in_order_parameter() {
  return {.name = "in_order",
          .type = ParameterType::truth,
          .doc =
              "rows come in the order of ids (integers by value, texts byte by byte), which "
              "takes the memory of one person; else that of all",
          .may_be_left_out = true};
}

[[nodiscard]] inline Parameter seed_parameter() {
  return {.name = "seed",
          .type = ParameterType::any_number,
          .doc = "a public number that says which rows stay; 0 if left out",
          .may_be_left_out = true};
}

/// Throws invalid_argument if a number of groups was given, and no column that tells them apart.
inline void refuse_groups_without_group(const Arguments& arguments, std::string_view constructor) {
  if (arguments.find<AnyNumber>("groups") != nullptr) {
    fail(ErrorKind::invalid_argument,
         "make_" + std::string(constructor) +
             ": groups are bounded, and no column tells them apart; give group, or leave out "
             "groups");
  }
}

}  // namespace scrim::any
