// The five most visited cities, without telling who went where.
#include <cstdio>
#include <string>
#include <vector>

#include <scrim/scrim.hpp>

int main() {
  // The categories are public: they are a list of cities, not the list of cities in the data.
  const std::vector<std::string> cities{"Amsterdam", "Berlin",   "Cairo", "Dublin",
                                        "Evora",     "Funafuti", "Ghent", "Hanoi"};

  // The data: one row per visit. (Made up: the earlier in the list, the more visits.)
  std::vector<std::string> visits;
  for (std::size_t city = 0; city < cities.size(); ++city) {
    for (std::size_t i = 0; i < 900 / (city + 1); ++i) visits.push_back(cities[city]);
  }

  // A person accounts for at most 3 visits, so neighbouring datasets differ in 3 rows.
  const std::uint32_t rows_per_person = 3;

  // How much noise is enough for epsilon = 1? The smallest scale that keeps the promise.
  const auto top_five_at = [&](double scale) {
    return scrim::Space{scrim::vector_domain<std::string>(), scrim::SymmetricDistance{}} >>
           scrim::then_count_by_categories(cities) >>
           scrim::then_report_noisy_top_k(
               scrim::MaxDivergence{}, {.k = 5, .scale = scale, .optimize = scrim::Optimize::max});
  };
  const double scale = scrim::binary_search<double>(
      [&](double s) { return top_five_at(s).check(rows_per_person, 1.0); }, {1e-3, 1e6});
  std::printf("scale of the noise: %g rows, for epsilon = %g\n", scale,
              top_five_at(scale).map(rows_per_person));

  std::printf("most visited, best first:\n");
  for (const std::size_t index : top_five_at(scale).invoke(visits)) {
    std::printf("  %s\n", cities[index].c_str());
  }
}
