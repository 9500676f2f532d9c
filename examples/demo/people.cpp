#include "demo/people.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace demo {

const std::vector<std::string>& all_cities() {
  static const std::vector<std::string> cities{"Arden",    "Birchwick", "Corvale", "Dunmere",
                                               "Eastholm", "Fennick",   "Garrow",  "Holloway",
                                               "Ironbay",  "Juniper"};
  return cities;
}

People make_people(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> bell;
  // City number i has a weight of 1 / (i + 1): some large ones, many small ones.
  std::vector<double> weights;
  for (std::size_t i = 0; i < all_cities().size(); ++i) {
    weights.push_back(1.0 / static_cast<double>(i + 1));
  }
  std::discrete_distribution<std::size_t> city(weights.begin(), weights.end());

  People people;
  for (std::size_t i = 0; i < count; ++i) {
    people.age.push_back(std::clamp(std::round(44.0 + 17.0 * bell(random)), 18.0, 99.0));
    people.income.push_back(std::round(std::exp(10.4 + 0.6 * bell(random)) / 100.0) * 100.0);
    people.city.push_back(all_cities()[city(random)]);
  }
  return people;
}

}  // namespace demo
