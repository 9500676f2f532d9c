// A private mean: a noisy sum of doubles over a noisy count, from one pass over the rows.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <scrim/scrim.hpp>

int main() {
  // The data: one row per household, its monthly bill. (Here they are made up.)
  std::vector<double> bills;
  for (int i = 0; i < 5000; ++i) bills.push_back(20.0 + i * 7919 % 1000 / 10.0);

  // Doubles are added up as steps of a public grid, here of 2^-20: sums of integers are exact, and
  // the same in every order of rows. A bill counts as one between 0 and 200, whatever it is: so
  // far, and no further, does a household move the sum.
  constexpr int exponent = -20;
  constexpr auto largest_bill = std::int64_t{200} << 20;
  const scrim::Space rows{scrim::vector_domain<double>(), scrim::SymmetricDistance{}};
  const auto count =
      rows >> scrim::then_count() >> scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 4.0});
  const auto sum = rows >> scrim::then_quantise(exponent, {0, largest_bill}) >> scrim::then_sum() >>
                   scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 4.0 * largest_bill}) >>
                   [](std::int64_t steps) { return scrim::from_grid(steps, exponent); };

  // One release of both. What it costs is known before it runs.
  const auto count_and_sum = scrim::make_composition(count, sum);
  std::printf("epsilon of one release: %g\n", count_and_sum.map(1));

  // The quotient is computed from what was released, and costs nothing more.
  const auto [households, total] = count_and_sum.invoke(bills);
  std::printf("households: about %lld\n", static_cast<long long>(households));
  std::printf("private mean bill: %.2f\n",
              total / static_cast<double>(std::max<std::int64_t>(households, 1)));

  // A number that is a double already goes to a grid by itself: say, a mean that another program
  // computed, and that is known to move by at most 0.05, its rounding included, when one of the
  // bills changes.
  const auto noisy_double =
      scrim::make_laplace(scrim::atom_domain<double>(), scrim::AbsoluteDistance<double>{},
                          scrim::MaxDivergence{}, {.scale = 0.5});
  std::printf("epsilon of a mean computed elsewhere: %g\n", noisy_double.map(0.05));
  std::printf("noisy: %.2f\n", noisy_double.invoke(69.95));
}
