// The demonstration: private statistics of a made-up town, beside the true ones.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <scrim/scrim.hpp>

#include "demo/people.hpp"

namespace {

/// The smallest scale of noise at which make(scale) costs at most epsilon for one person.
template <class Make>
double scale_for(double epsilon, const Make& make) {
  return scrim::binary_search<double>([&](double s) { return make(s).check(1, epsilon); },
                                      {1e-6, 1e9});
}

std::vector<double> grid(double lower, double upper, double step) {
  std::vector<double> values;
  for (double value = lower; value <= upper; value += step) values.push_back(value);
  return values;
}

double true_quantile(std::vector<double> column, double alpha) {
  std::sort(column.begin(), column.end());
  return column[static_cast<std::size_t>(alpha * static_cast<double>(column.size() - 1))];
}

/// A column's shape in one line of text: how many people fall into each of 40 cells.
std::string sketch(const std::vector<double>& column, double lower, double upper) {
  const std::string levels[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::vector<double> cells(40);
  for (const double value : column) {
    const double place = (value - lower) / (upper - lower) * static_cast<double>(cells.size());
    const double last = static_cast<double>(cells.size() - 1);
    cells[static_cast<std::size_t>(std::min(place, last))] += 1.0;
  }
  const double tallest = *std::max_element(cells.begin(), cells.end());
  std::string line;
  for (const double cell : cells) line += levels[static_cast<std::size_t>(8.0 * cell / tallest)];
  return line;
}

/// Returns the epsilon that was spent.
double show_quartiles(const char* name, const std::vector<double>& column, double upper,
                      double step, double epsilon_each) {
  const auto candidates = grid(0.0, upper, step);
  std::printf("\n%s, 0 to %g in steps of %g\n  %s\n", name, upper, step,
              sketch(column, 0.0, upper).c_str());
  std::printf("  %-16s %10s %10s %9s\n", "", "private", "true", "epsilon");
  double spent = 0.0;
  const std::pair<const char*, double> quartiles[] = {
      {"first quartile", 0.25}, {"median", 0.5}, {"third quartile", 0.75}};
  for (const auto& [label, alpha] : quartiles) {
    const double quantile = alpha;
    const auto make = [&](double scale) {
      return scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
             scrim::then_clamp(0.0, upper) >>
             scrim::then_private_quantile(scrim::MaxDivergence{}, scrim::QuantileOptions<double>{
                                                                      candidates, quantile, scale});
    };
    const auto release = make(scale_for(epsilon_each, make));
    std::printf("  %-16s %10g %10g %9.3f\n", label, release.invoke(column),
                true_quantile(column, alpha), release.map(1));
    spent += release.map(1);
  }
  return spent;
}

/// Returns the epsilon that was spent.
double show_cities(const std::vector<std::string>& column, std::size_t k, double epsilon) {
  const auto make = [&](double scale) {
    return scrim::Space{scrim::vector_domain<std::string>(), scrim::SymmetricDistance{}} >>
           scrim::then_count_by_categories(demo::all_cities()) >>
           scrim::then_report_noisy_top_k(scrim::MaxDivergence{}, {.k = k, .scale = scale});
  };
  const auto release = make(scale_for(epsilon, make));
  std::map<std::string, int> counts;
  for (const auto& city : column) ++counts[city];
  std::vector<std::pair<int, std::string>> ranking;
  for (const auto& [city, count] : counts) ranking.emplace_back(-count, city);
  std::sort(ranking.begin(), ranking.end());

  std::printf("\nthe %zu largest of %zu cities, largest first (epsilon %.3f for all)\n", k,
              demo::all_cities().size(), release.map(1));
  std::printf("  %-16s %-16s %s\n", "private", "true", "people (true)");
  const auto best = release.invoke(column);
  for (std::size_t i = 0; i < k; ++i) {
    std::printf("  %-16s %-16s %d\n", demo::all_cities()[best[i]].c_str(),
                ranking[i].second.c_str(), -ranking[i].first);
  }
  return release.map(1);
}

}  // namespace

int main() {
  const std::size_t count = 5000;
  const auto people = demo::make_people(count, 42);
  std::printf("Private statistics of %zu made-up people, one row each.\n", count);
  std::printf(
      "Everything under 'private' could be published: whether any one person is in the data\n"
      "changes the probability of what you see by a factor of at most exp(epsilon). The true\n"
      "values stand beside it only because these people do not exist.\n");

  const double spent = show_quartiles("age in years", people.age, 120.0, 1.0, 0.1) +
                       show_quartiles("income", people.income, 150'000.0, 500.0, 0.1) +
                       show_cities(people.city, 5, 0.4);

  std::printf("\nspent in all: epsilon %.3f\n", spent);
  std::printf("Run it again: the private values change, the true ones do not.\n");
}
