// Stand-ins for the operating system's randomness: fixed, failing, short and interrupted.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <deque>
#include <span>

namespace scrim::test {

/// Byte i of every read is `first + i`.
struct FixedReader {
  unsigned char first = 1;

  ssize_t read(std::span<std::byte> out) noexcept {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::byte>(first + i);
    return static_cast<ssize_t>(out.size());
  }
};

/// What one read does, besides filling the buffer with 0xA5: returns -1 with this errno, or this
/// many bytes fewer than asked.
struct ReadOutcome {
  int error = 0;
  int missing = 0;
};

/// Plays a script of outcomes held by the test, then succeeds for ever. It writes to the buffer
/// even when it fails, so that a generator which uses what a failed read left behind is found out.
struct FaultyReader {
  std::deque<ReadOutcome>* script;
  int* reads;

  ssize_t read(std::span<std::byte> out) noexcept {
    ++*reads;
    std::ranges::fill(out, std::byte{0xA5});
    if (script->empty()) return static_cast<ssize_t>(out.size());
    const ReadOutcome outcome = script->front();
    script->pop_front();
    if (outcome.error != 0) {
      errno = outcome.error;
      return -1;
    }
    return static_cast<ssize_t>(out.size()) - outcome.missing;
  }
};

}  // namespace scrim::test
