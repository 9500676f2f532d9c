// Runs that are saved as bytes and merged elsewhere.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/error_of.hpp"

namespace scrim {
namespace {

using Bytes = std::vector<std::byte>;

const std::vector candidates{10.0, 20.0, 30.0};
const std::vector rows{-5.0, 10.0, 14.0, 20.0, 20.0, 29.0, 500.0};

auto scores_of(Alpha alpha = 0.5, double upper = 100.0) {
  return Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(0.0, upper) >>
         then_quantile_score_candidates(candidates, alpha);
}

Bytes saved(std::span<const double> some) {
  auto run = scores_of().start();
  run.update(some);
  return std::move(run).save();
}

TEST(SavedRun, gives_the_value_that_the_run_would_have_given) {
  auto run = scores_of().load(saved(rows));
  EXPECT_EQ(std::move(run).finish(), scores_of().invoke(rows));
}

TEST(SavedRun, merges_across_processes_and_goes_on_reading) {
  const std::span<const double> all(rows);
  const auto here = scores_of();
  for (std::size_t cut = 0; cut <= all.size(); ++cut) {
    auto run = here.start();
    run.update(all.first(cut));
    run.merge(here.load(saved(all.subspan(cut))));
    EXPECT_EQ(std::move(run).finish(), here.invoke(rows));
    auto continued = here.load(saved(all.first(cut)));
    continued.update(all.subspan(cut));
    EXPECT_EQ(std::move(continued).finish(), here.invoke(rows));
  }
}

TEST(SavedRun, is_loaded_by_the_measurement_that_ends_in_a_release) {
  const auto median =
      scores_of() >>
      then_report_noisy_top_k(MaxDivergence{}, {.k = 1, .scale = 0.0, .optimize = Optimize::min});
  EXPECT_EQ(std::move(median.load(saved(rows))).finish(), median.invoke(rows));
}

TEST(SavedRun, serves_another_quantile_of_the_same_candidates) {
  const auto quartile = scores_of(0.25);
  EXPECT_EQ(quartile.load(saved(rows)).finish(), quartile.invoke(rows));
}

TEST(SavedRun, counts_rows_towards_the_declared_size) {
  const auto sized = Space{vector_domain<double>().with_size(7), SymmetricDistance{}} >>
                     then_clamp(0.0, 100.0) >> then_quantile_score_candidates(candidates, 0.5);
  EXPECT_EQ(sized.load(saved(rows)).finish(), sized.invoke(rows));
  SCRIM_EXPECT_ERROR(sized.load(saved(std::span(rows).first(6))).finish(), ErrorKind::wrong_size,
                     "rows");
}

TEST(SavedRun, is_spent_in_memory) {
  auto run = scores_of().start();
  (void)std::move(run).save();
  SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, "saved");
}

TEST(SavedRun, refuses_the_run_of_another_chain) {
  SCRIM_EXPECT_ERROR(scores_of(0.5, 99.0).load(saved(rows)), ErrorKind::bad_state,
                     "other functions", "same chain");
  const auto finer = make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{},
                                                    {10.0, 20.0, 31.0}, 0.5);
  SCRIM_EXPECT_ERROR(finer.load(saved(rows)), ErrorKind::bad_state, "other functions");
  const auto counts = make_count_by_categories(vector_domain<int>(), SymmetricDistance{}, {1, 2});
  SCRIM_EXPECT_ERROR(counts.load(saved(rows)), ErrorKind::bad_state, "other functions");
}

TEST(SavedRun, tells_categories_apart_by_name_order_and_type) {
  const auto counts = [](std::vector<std::string> categories) {
    return make_count_by_categories(vector_domain<std::string>(), SymmetricDistance{}, categories);
  };
  const auto bytes = counts({"a", "b"}).start().save();
  EXPECT_NO_THROW((void)counts({"a", "b"}).load(bytes));
  for (const auto& other : {std::vector<std::string>{"b", "a"}, {"a", "c"}, {"a"}, {"ab", ""}}) {
    SCRIM_EXPECT_ERROR(counts(other).load(bytes), ErrorKind::bad_state, "other functions");
  }
  // An invalid byte and the code point that is described like it.
  SCRIM_EXPECT_ERROR(counts({"\xC2\x80"}).load(counts({"\x80"}).start().save()),
                     ErrorKind::bad_state, "other functions");
  // Rows that only view their text are counted in the same categories.
  const auto views =
      make_count_by_categories(vector_domain<std::string_view>(), SymmetricDistance{}, {"a", "b"});
  EXPECT_NO_THROW((void)views.load(bytes));
}

TEST(SavedRun, refuses_every_truncation) {
  const Bytes whole = saved(rows);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto error =
        test::error_of([&] { (void)scores_of().load(std::span(whole).first(length)); });
    EXPECT_EQ(error.kind, ErrorKind::bad_state);
    EXPECT_TRUE(error.is_invoke_error);
  }
}

TEST(SavedRun, refuses_every_changed_byte_and_every_appended_one) {
  const Bytes whole = saved(rows);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    Bytes changed = whole;
    changed[i] ^= std::byte{0x40};
    SCRIM_EXPECT_ERROR(scores_of().load(changed), ErrorKind::bad_state, "");
  }
  Bytes longer = whole;
  longer.push_back(std::byte{0});
  SCRIM_EXPECT_ERROR(scores_of().load(longer), ErrorKind::bad_state, "spare");
}

TEST(SavedRun, says_what_is_wrong) {
  Bytes foreign(200, std::byte{'x'});
  SCRIM_EXPECT_ERROR(scores_of().load(foreign), ErrorKind::bad_state, "not a saved run");
  for (const std::byte version : {std::byte{1}, std::byte{3}}) {
    Bytes other = saved(rows);
    other[8] = version;
    SCRIM_EXPECT_ERROR(scores_of().load(other), ErrorKind::bad_state, "reads version 2");
  }
  Bytes corrupt = saved(rows);
  corrupt[70] ^= std::byte{1};
  SCRIM_EXPECT_ERROR(scores_of().load(corrupt), ErrorKind::bad_state, "checksum");
}

TEST(SavedRun, needs_names_for_functions_of_the_user) {
  const auto with_identity = [](Identity identity) {
    return make_row_by_row(
               vector_domain<double>(), SymmetricDistance{}, vector_domain<double>(),
               [](std::span<const double> in, std::span<double> out) {
                 for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] / 2.0;
               },
               std::move(identity)) >>
           then_quantile_score_candidates(candidates, 0.5);
  };
  SCRIM_EXPECT_ERROR(with_identity(Identity::unknown()).start().save(), ErrorKind::misuse,
                     "without a name");
  const auto bytes = with_identity(Identity("halve")).start().save();
  EXPECT_NO_THROW((void)with_identity(Identity("halve")).load(bytes));
  SCRIM_EXPECT_ERROR(with_identity(Identity("double")).load(bytes), ErrorKind::bad_state,
                     "other functions");
}

// The format is a promise: these bytes were written by version 2 and must be read, and written, for
// as long as it is the version.
constexpr std::string_view golden =
    "736372696d72756e0200000000000000644b479ee5ebcd6791a9fd665d545929"
    "1408b7718e3f35363d50dec542ea2aad04000000000000001000000000000000"
    "02000000000000000100000000000000636e0d2e884a0192bc81894134358112"
    "6d9855baf04225537ab9f9884d9d2748";

Bytes bytes_of_hex(std::string_view hex) {
  Bytes bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

TEST(SavedRun, keeps_its_format) {
  const auto counts = make_count_by_categories(vector_domain<int>(), SymmetricDistance{}, {7, 8});
  auto run = counts.start();
  run.update(std::vector{7, 7, 8, 9});
  EXPECT_EQ(std::move(run).save(), bytes_of_hex(golden));
  EXPECT_EQ(counts.load(bytes_of_hex(golden)).finish(), (std::vector<std::uint64_t>{2, 1}));
}

}  // namespace
}  // namespace scrim
