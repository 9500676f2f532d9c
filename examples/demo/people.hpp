// Made-up people for the demonstration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace demo {

/// One entry per person in each column.
struct People {
  std::vector<double> age;
  std::vector<double> income;
  std::vector<std::string> city;
};

/// The cities that exist in this world: public knowledge, whoever lives there.
[[nodiscard]] const std::vector<std::string>& all_cities();

/// The same people for the same seed.
[[nodiscard]] People make_people(std::size_t count, std::uint64_t seed);

}  // namespace demo
