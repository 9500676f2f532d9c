// Runs that are saved as bytes and merged elsewhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/error_of.hpp"

namespace scrim::saved_run_test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of_hex(std::string_view hex) {
  Bytes bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

const std::vector candidates{10.0, 20.0, 30.0};
const std::vector rows{-5.0, 10.0, 14.0, 20.0, 20.0, 29.0, 500.0};

auto scores_of(Alpha alpha = 0.5, double upper = 100.0) {
  return Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(0.0, upper) >>
         then_quantile_score_candidates(candidates, alpha);
}

Bytes saved(std::span<const double> some, Part part = {}) {
  auto run = scores_of().start(part);
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
    auto run = here.start({.index = 1, .count = 2});
    run.update(all.first(cut));
    run.merge(here.load(saved(all.subspan(cut), {.index = 0, .count = 2})));
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
  const auto saved_by_it = [&](std::span<const double> some) {
    auto run = sized.start();
    run.update(some);
    return std::move(run).save();
  };
  EXPECT_EQ(sized.load(saved_by_it(rows)).finish(), sized.invoke(rows));
  SCRIM_EXPECT_ERROR(sized.load(saved_by_it(std::span(rows).first(6))).finish(),
                     ErrorKind::wrong_size, "rows");
}

/// Once all parts are merged, nothing tells that there were any.
TEST(SavedRun, of_all_parts_is_that_of_the_whole_to_the_byte) {
  const auto here = scores_of();
  const Bytes whole = saved(rows);
  std::mt19937_64 stream(7);
  for (const std::uint64_t count : {1U, 2U, 3U, 7U, 12U}) {
    for (int repetition = 0; repetition < 10; ++repetition) {
      std::vector<std::vector<double>> rows_of_part(count);
      for (const double row : rows) rows_of_part[stream() % count].push_back(row);
      std::vector<decltype(here.start())> runs;
      for (std::uint64_t i = 0; i < count; ++i) {
        runs.push_back(here.load(saved(rows_of_part[i], {.index = i, .count = count})));
      }
      while (runs.size() > 1) {
        std::shuffle(runs.begin(), runs.end(), stream);
        auto last = std::move(runs.back());
        runs.pop_back();
        runs.back().merge(stream() % 2 == 0 ? std::move(last) : here.load(std::move(last).save()));
      }
      EXPECT_EQ(std::move(runs.front()).save(), whole) << count << " parts";
    }
  }
}

TEST(SavedRun, is_not_merged_twice) {
  const auto here = scores_of();
  const Bytes half = saved(rows, {.index = 0, .count = 2});
  auto run = here.load(half);
  SCRIM_EXPECT_ERROR(run.merge(here.load(half)), ErrorKind::misuse, "part 0 of 2", "twice");
  SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, "without part 1");
  run.merge(here.load(saved({}, {.index = 1, .count = 2})));
  SCRIM_EXPECT_ERROR(run.merge(here.load(half)), ErrorKind::misuse, "holds the whole");
  EXPECT_EQ(std::move(run).finish(), here.invoke(rows));
  SCRIM_EXPECT_ERROR(here.load(saved(rows)).merge(here.load(saved(rows))), ErrorKind::misuse,
                     "the whole and the other one holds the whole");
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

TEST(SavedRun, refuses_the_run_of_another_input_domain_but_not_of_another_metric) {
  const auto scores_on = [](auto domain, auto metric) {
    return Space{domain, metric} >> then_clamp(0.0, 100.0) >>
           then_quantile_score_candidates(candidates, 0.5);
  };
  const auto domain = vector_domain<double>();
  EXPECT_NO_THROW((void)scores_on(domain, InsertDeleteDistance{}).load(saved(rows)));
  for (const auto& other :
       {domain.with_size(7), vector_domain(Bounds{0.0, 100.0}), vector_domain(Bounds{0.0, 99.0})}) {
    SCRIM_EXPECT_ERROR(scores_on(other, SymmetricDistance{}).load(saved(rows)),
                       ErrorKind::bad_state, "another input domain");
  }
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
  const Bytes of_version_1 = bytes_of_hex("736372696d72756e0100000000000000");
  SCRIM_EXPECT_ERROR(scores_of().load(of_version_1), ErrorKind::bad_state, "reads version 2");
  Bytes corrupt = saved(rows);
  corrupt[70] ^= std::byte{1};
  SCRIM_EXPECT_ERROR(scores_of().load(corrupt), ErrorKind::bad_state, "checksum");
}

Bytes key_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

const Bytes key = key_of("sixteen bytes or so");

Bytes saved_with(std::optional<StateKey> some_key) {
  auto run = scores_of().start();
  run.update(rows);
  return std::move(run).save(some_key);
}

TEST(SavedRun, with_a_key_is_loaded_with_the_same_key) {
  EXPECT_EQ(scores_of().load(saved_with(key), key).finish(), scores_of().invoke(rows));
  EXPECT_EQ(scores_of().load(saved_with(key), key).save(key), saved_with(key));
  EXPECT_NE(saved_with(key), saved_with(std::nullopt));
  const Bytes other = key_of("sixteen bytes or si");
  EXPECT_NE(saved_with(key), saved_with(other));
  SCRIM_EXPECT_ERROR(scores_of().load(saved_with(key), other), ErrorKind::bad_state,
                     "was changed, or saved with another key");
  SCRIM_EXPECT_ERROR(scores_of().load(saved_with(key)), ErrorKind::bad_state, "authenticated",
                     "give the key");
  SCRIM_EXPECT_ERROR(scores_of().load(saved_with(std::nullopt), key), ErrorKind::bad_state,
                     "not authenticated", "without a key");
}

TEST(SavedRun, with_a_key_refuses_every_change) {
  const Bytes whole = saved_with(key);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    Bytes changed = whole;
    changed[i] ^= std::byte{1};
    // Where it says how it is to be read, it is refused for that; all else is one text.
    const char* text = i < 24 || (i >= 56 && i < 64) ? "" : "was changed, or saved with another";
    SCRIM_EXPECT_ERROR(scores_of().load(changed, key), ErrorKind::bad_state, text);
    SCRIM_EXPECT_ERROR(scores_of().load(std::span(whole).first(i), key), ErrorKind::bad_state, "");
  }
}

/// Whoever has no key cannot pass a checksum off as a code.
TEST(SavedRun, with_a_checksum_where_the_code_should_be_is_refused) {
  constexpr std::size_t kind_of_seal = 16;
  Bytes forged = saved_with(std::nullopt);
  forged[kind_of_seal] = std::byte{1};
  SCRIM_EXPECT_ERROR(scores_of().load(forged, key), ErrorKind::bad_state, "was changed");
  forged[kind_of_seal] = std::byte{2};
  SCRIM_EXPECT_ERROR(scores_of().load(forged, key), ErrorKind::bad_state, "unknown kind");
  SCRIM_EXPECT_ERROR(scores_of().load(forged), ErrorKind::bad_state, "unknown kind");
}

TEST(SavedRun, refuses_keys_that_can_be_guessed_and_goes_on) {
  auto run = scores_of().start();
  run.update(rows);
  for (const std::size_t size : {0U, 15U, 4097U}) {
    SCRIM_EXPECT_ERROR(std::move(run).save(Bytes(size)), ErrorKind::invalid_argument,
                       std::to_string(size) + " bytes", "16 to 4096");
    SCRIM_EXPECT_ERROR(scores_of().load(saved_with(key), Bytes(size)), ErrorKind::invalid_argument,
                       "16 to 4096");
  }
  EXPECT_EQ(std::move(run).save(key), saved_with(key));
  for (const std::size_t size : {16U, 4096U}) {
    EXPECT_NO_THROW((void)scores_of().load(saved_with(Bytes(size)), Bytes(size)));
  }
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
    "736372696d72756e02000000000000000000000000000000e1920692ed3e2c21"
    "f8ada3fc20ca9af5a41ece19a898a208ead7e2517a8db5783800000000000000"
    "0400000000000000010000000000000001000000000000000000000000000000"
    "0100000000000000020000000000000001000000000000000c1802ae346fb512"
    "c05c7888311d695cce8ecd68d025db6fdf476c88dc40b523";
constexpr std::string_view golden_code =
    "53611da4d33bf0cc54631351a4484d03f62bdcc6bc7ae9b215cccfac72f13cc9";

TEST(SavedRun, keeps_its_format) {
  const auto counts = make_count_by_categories(vector_domain<int>(), SymmetricDistance{}, {7, 8});
  auto run = counts.start();
  run.update(std::vector{7, 7, 8, 9});
  EXPECT_EQ(std::move(run).save(), bytes_of_hex(golden));
  EXPECT_EQ(counts.load(bytes_of_hex(golden)).finish(), (std::vector<std::uint64_t>{2, 1}));
  // With a key, the kind of seal and the seal itself are other ones.
  Bytes with_key = bytes_of_hex(golden);
  with_key[16] = std::byte{1};
  std::ranges::copy(bytes_of_hex(golden_code), with_key.end() - 32);
  EXPECT_EQ(counts.load(bytes_of_hex(golden)).save(key), with_key);
}

}  // namespace
}  // namespace scrim::saved_run_test
