// Compares the library with the functions extracted from the proofs, on all small inputs.
//
//   compare_with_oracle ORACLE
//
// Ends with 1 at the first difference and prints it.
#include <cstddef>
#include <cstdio>
#include <exception>

#include "oracle/oracle.hpp"
#include "oracle/questions.hpp"

namespace {

using scrim::oracle::Oracle;

void ask_everything(Oracle& oracle) {
  scrim::oracle::ask_about_stability_maps(oracle);
  scrim::oracle::ask_about_permute_and_flip(oracle);
  scrim::oracle::ask_about_above_threshold(oracle);
  scrim::oracle::ask_about_filters(oracle);
  scrim::oracle::ask_about_losses(oracle);
  scrim::oracle::ask_about_keys(oracle);
  scrim::oracle::ask_about_bounding(oracle);
  scrim::oracle::ask_about_clamp(oracle);
  scrim::oracle::ask_about_quantile_scores(oracle);
  scrim::oracle::ask_about_ranks(oracle);
  scrim::oracle::ask_about_counts(oracle);
  scrim::oracle::ask_about_histograms(oracle);
  scrim::oracle::ask_about_sums(oracle);
  scrim::oracle::ask_about_dataset_distances(oracle);
  oracle.settle();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: compare_with_oracle ORACLE\n", stderr);
    return 2;
  }
  try {
    Oracle oracle(arguments[1]);
    ask_everything(oracle);
    std::puts("questions to which the proofs and the library give the same answer:");
    for (const auto& [function, questions] : oracle.settled()) {
      std::printf("  %-25s %7zu\n", function.c_str(), questions);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "the library and the proofs differ\n%s\n", error.what());
    return 1;
  }
}
