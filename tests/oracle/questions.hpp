// All questions: each function puts those about one part of the library, with its answers.
#pragma once

#include "oracle/oracle.hpp"

namespace scrim::oracle {

void ask_about_clamp(Oracle& oracle);
void ask_about_quantile_scores(Oracle& oracle);
void ask_about_ranks(Oracle& oracle);
void ask_about_counts(Oracle& oracle);
void ask_about_histograms(Oracle& oracle);
void ask_about_sums(Oracle& oracle);
void ask_about_dataset_distances(Oracle& oracle);
void ask_about_stability_maps(Oracle& oracle);
void ask_about_permute_and_flip(Oracle& oracle);
void ask_about_above_threshold(Oracle& oracle);
void ask_about_filters(Oracle& oracle);
void ask_about_losses(Oracle& oracle);
void ask_about_keys(Oracle& oracle);
void ask_about_bounding(Oracle& oracle);

}  // namespace scrim::oracle
