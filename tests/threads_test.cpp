// One measurement used by many threads at once, and one run that reads on several threads.
#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/error_of.hpp"

namespace scrim::threads_test {
namespace {

TEST(Threads, share_a_measurement_but_no_randomness) {
  const std::vector<double> candidates{1.0, 2.0, 3.0, 4.0};
  const auto median =
      Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(0.0, 5.0) >>
      then_private_quantile(MaxDivergence{}, QuantileOptions<double>{candidates, 0.5, 3.0});
  const std::vector<double> rows{0.5, 1.5, 2.5, 3.5, 9.0};
  constexpr std::size_t threads = 4;
  constexpr std::size_t releases = 2000;
  std::vector<std::vector<double>> released(threads);
  {
    std::vector<std::jthread> workers;
    for (auto& mine : released) {
      workers.emplace_back([&] {
        for (std::size_t i = 0; i < releases; ++i) mine.push_back(median.invoke(rows));
      });
    }
  }
  for (std::size_t i = 0; i < threads; ++i) {
    EXPECT_EQ(released[i].size(), releases);
    // Two threads with one stream would agree in every release; by chance they do not.
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(released[i], released[j]);
  }
}

TEST(Threads, read_parts_that_merge_to_the_whole) {
  const auto scores = make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{},
                                                     {10.0, 20.0, 30.0}, 1.0 / 3.0);
  std::vector<double> rows(20'000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<double>(i * 7919 % 41);
  auto first = scores.start({.index = 0, .count = 2});
  auto second = scores.start({.index = 1, .count = 2});
  const std::span<const double> all(rows);
  {
    const std::jthread left([&] { first.update(all.first(7000)); });
    const std::jthread right([&] { second.update(all.subspan(7000)); });
  }
  first.merge(std::move(second));
  EXPECT_EQ(std::move(first).finish(), scores.invoke(rows));
}

/// Rows for seven threads, no two blocks alike.
std::vector<double> many_rows() {
  std::vector<double> rows(7 * rows_per_thread + 1234);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = static_cast<double>((i * 7919 + i / block_rows) % 1009);
  }
  return rows;
}

auto clamp_then_score() {
  std::vector<double> candidates;
  for (int i = 0; i < 100; ++i) candidates.push_back(10.0 * i);
  return Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(5.0, 900.0) >>
         then_quantile_score_candidates(candidates, 1.0 / 3.0);
}

TEST(Threads, score_alike_whatever_their_number) {
  const auto rows = many_rows();
  const auto scores = clamp_then_score();
  const auto expected = scores.invoke(rows);
  auto read_on_one = scores.start();
  read_on_one.update(rows);
  const auto bytes = std::move(read_on_one).save();
  for (const std::size_t threads : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7},
                                    std::size_t{100}, all_cores()}) {
    EXPECT_EQ(scores.invoke(rows, {.threads = threads}), expected) << threads;
    auto run = scores.start();
    run.update(rows, {.threads = threads});
    EXPECT_EQ(std::move(run).save(), bytes) << threads;
  }
}

TEST(Threads, count_texts_alike_whatever_their_number) {
  std::vector<std::string> visits;
  for (std::size_t i = 0; i < 3 * rows_per_thread; ++i) {
    visits.emplace_back(i * 31 % 7 < 3 ? "Arden"
                                       : "a city with a name that does not fit a register");
  }
  const auto counts = make_count_by_categories(vector_domain<std::string>(), SymmetricDistance{},
                                               {"Arden", "Birchwick"});
  const auto expected = counts.invoke(visits);
  for (const std::size_t threads : {2U, 3U}) {
    EXPECT_EQ(counts.invoke(visits, {.threads = threads}), expected);
  }
}

TEST(Threads, read_for_a_release_that_is_made_on_the_calling_thread) {
  const auto rows = many_rows();
  const auto caller = std::this_thread::get_id();
  const auto best =
      clamp_then_score() >>
      then_report_noisy_top_k(MaxDivergence{}, {.k = 1, .scale = 4.0, .optimize = Optimize::min}) >>
      [caller](const std::vector<std::size_t>& release) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        return release.front();
      };
  // A third of the rows lie below 336: the noise, of some ten rows, does not get past candidate 34.
  EXPECT_NEAR(static_cast<double>(best.invoke(rows, {.threads = 3})), 33.5, 1.0);
  auto run = best.start();
  run.update(std::span<const double>(rows).first(rows_per_thread * 3), {.threads = 2});
  run.update(std::span<const double>(rows).subspan(rows_per_thread * 3), {.threads = 7});
  EXPECT_NEAR(static_cast<double>(std::move(run).finish()), 33.5, 1.0);
}

TEST(Threads, are_asked_for_by_number) {
  const std::vector<double> rows{1.0, 2.0};
  SCRIM_EXPECT_ERROR(clamp_then_score().invoke(rows, {.threads = 0}), ErrorKind::invalid_argument,
                     "threads is 0");
  const auto best =
      clamp_then_score() >>
      then_report_noisy_top_k(MaxDivergence{}, {.k = 1, .scale = 4.0, .optimize = Optimize::max});
  SCRIM_EXPECT_ERROR(best.invoke(rows, {.threads = 0}), ErrorKind::invalid_argument,
                     "threads is 0");
}

TEST(Threads, rethrow_what_a_row_function_throws_and_release_nothing) {
  for (const std::size_t threads : {1U, 2U, 3U}) {
    auto rows = many_rows();
    rows[rows.size() - 77] = -1.0;
    const auto domain = vector_domain<double>();
    const auto fussy = make_row_by_row(domain, SymmetricDistance{}, domain,
                                       [](std::span<const double> in, std::span<double> out) {
                                         for (std::size_t i = 0; i < in.size(); ++i) {
                                           if (in[i] < 0.0) throw std::domain_error("negative");
                                           out[i] = in[i];
                                         }
                                       });
    const auto best =
        fussy >> then_quantile_score_candidates(std::vector{1.0, 2.0}, 0.5) >>
        then_report_noisy_top_k(MaxDivergence{}, {.k = 1, .scale = 4.0, .optimize = Optimize::max});
    EXPECT_THROW((void)best.invoke(rows, {.threads = threads}), std::domain_error);
    auto run = best.start();
    EXPECT_THROW(run.update(rows, {.threads = threads}), std::domain_error);
    SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, "cut short by an error");
  }
}

}  // namespace
}  // namespace scrim::threads_test
