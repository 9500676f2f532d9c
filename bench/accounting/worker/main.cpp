// Scrim's side of the comparison of accountants: one plan, and delta at each epsilon.
//
// usage: accounting_worker KIND WIDTH TIMES EPSILON...
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include "scrim/accounting/accountant.hpp"

int main(int count, char** arguments) {
  if (count < 5) {
    std::fputs("usage: accounting_worker gaussian|laplace|response WIDTH TIMES EPSILON...\n",
               stderr);
    return 2;
  }
  const std::string_view kind = arguments[1];
  const double width = std::strtod(arguments[2], nullptr);
  const std::uint64_t times = std::strtoull(arguments[3], nullptr, 10);
  const std::clock_t start = std::clock();  // of the processor: the machine may be busy
  scrim::Accountant account;
  if (kind == "gaussian") {
    account.add_gaussian(width, 1, times);
  } else if (kind == "laplace") {
    account.add_laplace(width, 1, times);
  } else {
    account.add_randomised_response(width, 2, times);
  }
  std::vector<double> deltas;
  for (int i = 4; i < count; ++i) {
    deltas.push_back(account.delta(std::strtod(arguments[i], nullptr)));
  }
  const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%.6f\n", taken);
  for (const double delta : deltas) std::printf("%.17g\n", delta);
  return 0;
}
