// Everything a user of the library includes.
#pragma once

#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/core/binary_search.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/readers/csv_reader.hpp"
#include "scrim/readers/json_reader.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"
