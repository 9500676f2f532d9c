// No entropy: a system call for randomness can fail or give too little. A generator that does not
// look goes on with what lay in its buffer, and the noise is known to everyone.
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <random>
#include <span>
#include <vector>

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/entropy_readers.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::attacks::failing_entropy {

using test::Outcome;
using test::text;

inline constexpr test::ReadOutcome failures[] = {
    {.error = EIO},  {.error = ENOSYS}, {.error = EAGAIN}, {.error = EPERM},
    {.missing = 48}, {.missing = 47},   {.missing = 1}};

/// One selection among 64 equal scores.
template <class Source>
std::size_t select(Source& source) {
  const std::vector<std::int32_t> scores(64, 0);
  return report_noisy_top_k<MaxDivergence>(std::span<const std::int32_t>(scores),
                                           {.k = 1, .scale = 1.0, .optimize = Optimize::max},
                                           source)
      .front();
}

// --- the control: reads a seed and never asks whether it got one

/// Fails as a system call does: sets errno, writes nothing.
struct BrokenReader {
  ssize_t read(std::span<std::byte>) {
    errno = ENOSYS;
    return -1;
  }
};

struct NaiveGenerator {
  std::mt19937_64 engine;

  explicit NaiveGenerator(BrokenReader reader) {
    std::array<std::uint64_t, 1> seed{};
    reader.read(std::as_writable_bytes(std::span(seed)));
    engine.seed(seed.front());
  }
  std::uint64_t next_word() { return engine(); }
};

inline Outcome on_control() {
  NaiveGenerator victim{BrokenReader{}};
  test::SeededStream adversary(0);
  int predicted = 0;
  for (int i = 0; i < 1000; ++i) predicted += select(victim) == select(adversary) ? 1 : 0;
  return {predicted == 1000, text(predicted, " of 1000 selections predicted")};
}

// --- Scrim: an error, no release, and another attempt at the next call

/// A cipher that works until `good_runs` is used up, then fails once.
struct FaultyCipher {
  static inline int good_runs = 0;
  entropy::AesKeystream cipher;

  bool expand(std::span<const std::byte, entropy::seed_size> seed,
              std::span<std::byte> out) noexcept {
    return good_runs-- != 0 && cipher.expand(seed, out);
  }
};

/// Whether a selection throws the error that says so.
template <class Source>
bool refuses(Source& source) {
  try {
    (void)select(source);
    return false;
  } catch (const InvokeError& error) {
    return error.kind() == ErrorKind::entropy;
  }
}

/// Two failures in a row, then a read that works.
inline bool stands(const test::ReadOutcome& failure) {
  std::deque<test::ReadOutcome> script{failure, failure};
  int reads = 0;
  entropy::BasicSecureGenerator<test::FaultyReader> generator(test::FaultyReader{&script, &reads});
  return refuses(generator) && refuses(generator) && select(generator) < 64 && reads == 3;
}

/// A failure in mid-stream: what is left of the old keystream must not be handed out either.
inline bool stands_in_mid_stream() {
  std::deque<test::ReadOutcome> script;
  int reads = 0;
  FaultyCipher::good_runs = 1;
  entropy::BasicSecureGenerator<test::FaultyReader, FaultyCipher> generator(
      test::FaultyReader{&script, &reads});
  std::size_t selections = 0;  // of two words each: a rung, and a candidate on it
  while (selections < 5000 && !refuses(generator)) ++selections;
  return selections == entropy::GeneratorState::output_words / 2 && select(generator) < 64 &&
         reads == 2;
}

inline Outcome on_scrim() {
  std::size_t withstood = stands_in_mid_stream() ? 1 : 0;
  for (const test::ReadOutcome& failure : failures) withstood += stands(failure) ? 1 : 0;
  const std::size_t all = std::size(failures) + 1;
  return {withstood != all,
          text("refused, then recovered, at ", withstood, " of ", all, " failures")};
}

}  // namespace scrim::attacks::failing_entropy
