#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/randomised_response/make_randomised_response.hpp"
#include "support/distances/value_distances.hpp"

namespace scrim::test::laws_of_randomised_response {
namespace {

template <Answer T>
void expect_response_laws(Laws& laws, const std::vector<T>& categories,
                          const std::vector<T>& values) {
  const std::vector<ResponseOptions> all_options{
      {.epsilon = 0.0},         {.epsilon = 7.0 / 5.0},
      {.epsilon = 1e300},       {.keep = Fraction{99, 100}},
      {.keep = Fraction{1, 1}},
  };
  for (const ResponseOptions& options : all_options) {
    expect_release_laws_on_values(laws, std::to_string(categories.size()) + " categories",
                                  make_randomised_response(atom_domain<T>(), DiscreteDistance{},
                                                           MaxDivergence{}, categories, options),
                                  values, [&](const T& answer) {
                                    return std::find(categories.begin(), categories.end(),
                                                     answer) != categories.end();
                                  });
  }
}

SCRIM_LAWS_OF(make_randomised_response, categories) {
  expect_response_laws<std::int64_t>(laws, {7, -1, 0}, edge_alphabet<std::int64_t>().letters);
  expect_response_laws<std::uint8_t>(laws, {0, 255}, edge_alphabet<std::uint8_t>().letters);
  expect_response_laws<std::string>(laws, {"a", "", "b"}, {"a", "", "b", "other"});
}

SCRIM_LAWS_OF(make_randomised_response, booleans) {
  for (const double epsilon : {0.0, 7.0 / 5.0}) {
    const auto response = make_randomised_response(atom_domain<bool>(), DiscreteDistance{},
                                                   MaxDivergence{}, {.epsilon = epsilon});
    laws.count_instance();
    expect_map_laws(response.privacy_map());
    (void)response.invoke(true);
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_randomised_response
