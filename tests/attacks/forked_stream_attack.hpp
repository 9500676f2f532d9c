// Fork: a child process inherits the generator of its parent and goes on with the same stream. Two
// releases with the same noise are subtracted, and the noise is gone.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"

namespace scrim::attacks::forked_stream {

using test::Outcome;
using test::text;

/// Words first, then selections: what one process draws.
inline constexpr std::size_t words = 4000;
inline constexpr std::size_t selections = 1000;

template <class Source>
std::vector<std::uint64_t> draw(Source& source) {
  std::vector<std::uint64_t> drawn(words);
  for (auto& word : drawn) word = source.next_word();
  const std::vector<std::int32_t> scores(64, 0);  // all alike: each selection is one of 64
  for (std::size_t i = 0; i < selections; ++i) {
    drawn.push_back(
        report_noisy_top_k<MaxDivergence>(std::span<const std::int32_t>(scores),
                                          {.k = 1, .scale = 1.0, .optimize = Optimize::max}, source)
            .front());
  }
  return drawn;
}

/// What a child draws, sent through a pipe; empty if it could not.
template <class Source>
std::vector<std::uint64_t> draw_in_child(Source& source) {
  int ends[2];
  if (::pipe(ends) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    const auto drawn = draw(source);
    const auto bytes = std::as_bytes(std::span(drawn));
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t count = ::write(ends[1], bytes.data() + sent, bytes.size() - sent);
      if (count <= 0) ::_exit(1);
      sent += static_cast<std::size_t>(count);
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  std::vector<std::uint64_t> drawn(words + selections);
  const auto bytes = std::as_writable_bytes(std::span(drawn));
  std::size_t received = 0;
  while (received < bytes.size()) {
    const ssize_t count = ::read(ends[0], bytes.data() + received, bytes.size() - received);
    if (count <= 0) break;
    received += static_cast<std::size_t>(count);
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return received == bytes.size() && status == 0 ? drawn : std::vector<std::uint64_t>{};
}

struct Shared {
  bool is_valid;
  std::size_t words;       // of the child's that the parent draws too, at any place
  std::size_t selections;  // alike at the same place; one in 64 is chance
};

template <class Source>
Shared drawn_twice(Source& source) {
  (void)source.next_word();  // seeds a generator that seeds itself when it is first used
  const auto theirs = draw_in_child(source);
  const auto ours = draw(source);
  if (theirs.size() != ours.size()) return {false, 0, 0};
  const auto end_of_words = static_cast<std::ptrdiff_t>(words);
  const std::set<std::uint64_t> known(theirs.begin(), theirs.begin() + end_of_words);
  Shared shared{true, 0, 0};
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (i < words) {
      shared.words += known.contains(ours[i]) ? 1 : 0;
    } else {
      shared.selections += ours[i] == theirs[i] ? 1 : 0;
    }
  }
  return shared;
}

inline std::string describe(const Shared& shared) {
  return text("child repeats ", shared.words, "/", words, " words, ", shared.selections, "/",
              selections, " selections");
}

// --- the control: a generator with a good seed, one for the process

struct NaiveGenerator {
  std::mt19937_64 engine{std::random_device{}()};

  std::uint64_t next_word() { return engine(); }
};

inline Outcome on_control() {
  static NaiveGenerator generator;
  const Shared shared = drawn_twice(generator);
  return {shared.is_valid && shared.words == words && shared.selections == selections,
          describe(shared)};
}

// --- Scrim: the generator of the thread, whose memory is zeros in a child

inline Outcome on_scrim() {
  const Shared shared = drawn_twice(entropy::thread_source());
  return {!shared.is_valid || shared.words != 0 || shared.selections > selections / 16,
          describe(shared)};
}

}  // namespace scrim::attacks::forked_stream
