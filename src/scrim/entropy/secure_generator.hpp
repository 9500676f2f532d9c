// The library's source of random words: AES-256-CTR with fast key erasure, one per thread.
// Proof: secure_generator.proof.md
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>

#include "scrim/entropy/aes_keystream.hpp"
#include "scrim/entropy/bit_source.hpp"
#include "scrim/entropy/secret_memory.hpp"
#include "scrim/entropy/system_seed.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::test {
struct SecureGeneratorPeer;
}

namespace scrim::entropy {

/// Everything secret a generator knows. All zeros is the unseeded, empty state, so whatever zeroes
/// this memory (the kernel or the handler on fork, a failure, the destructor) leaves a generator
/// that hands out nothing before it has seeded itself anew.
struct GeneratorState {
  static constexpr std::size_t seed_words = seed_size / sizeof(std::uint64_t);
  static constexpr std::size_t output_words = 1016;

  std::uint64_t words_left;
  std::uint64_t is_seeded;
  /// One run of keystream: the seed of the next run, then the words to hand out.
  std::array<std::uint64_t, seed_words + output_words> keystream;
};
static_assert(sizeof(GeneratorState) == 8192, "two whole pages: the tail would only be wasted");
static_assert(sizeof(GeneratorState::keystream) % 16 == 0, "whole AES blocks");

/// Expands a 48-byte seed to keystream; see AesKeystream, which the library uses.
template <class K>
concept KeystreamExpander =
    requires(K& k, std::span<const std::byte, seed_size> seed, std::span<std::byte> out) {
      { k.expand(seed, out) } noexcept -> std::same_as<bool>;
    };

/// A stream of words that cannot be told from uniform ones without breaking AES-256.
///
/// Ownership: not copyable or movable, so that no two objects can continue one stream. Not for
/// concurrent use: each thread has its own, see thread_source(). Not for use in signal handlers.
template <RandomReader Reader, KeystreamExpander Expander = AesKeystream,
          ForkWipe fork_wipe = ForkWipe::kernel_and_handler>
class BasicSecureGenerator {
 public:
  explicit BasicSecureGenerator(Reader reader = Reader{})
      : reader_(std::move(reader)),
        memory_(sizeof(GeneratorState), fork_wipe),
        state_(::new(memory_.data()) GeneratorState{}) {}

  BasicSecureGenerator(const BasicSecureGenerator&) = delete;
  BasicSecureGenerator& operator=(const BasicSecureGenerator&) = delete;

  /// The next word of the stream; it is erased from memory as it is handed out.
  ///
  /// Postcondition: returns a word that was never returned before, or throws InvokeError(entropy),
  ///   and then the generator is unseeded and empty, and the next call tries again.
  [[nodiscard]] std::uint64_t next_word() {
    if (state_->words_left == 0) [[unlikely]] {
      refill();
    }
    std::uint64_t& slot = state_->keystream[state_->keystream.size() - state_->words_left];
    --state_->words_left;
    return std::exchange(slot, 0);
  }

 private:
  friend struct test::SecureGeneratorPeer;

  void refill();

  Reader reader_;
  Expander expander_;
  SecretMemory memory_;
  GeneratorState* state_;
};

template <RandomReader Reader, KeystreamExpander Expander, ForkWipe fork_wipe>
void BasicSecureGenerator<Reader, Expander, fork_wipe>::refill() {
  const std::span<std::byte> keystream = std::as_writable_bytes(std::span(state_->keystream));
  const std::span<std::byte, seed_size> seed = keystream.first<seed_size>();
  try {
    if (state_->is_seeded == 0) {
      read_seed(reader_, seed);
    }
    // The run overwrites the seed it was made from, so past words cannot be computed from what
    // is left in memory.
    if (!expander_.expand(seed, keystream)) {
      throw InvokeError(ErrorKind::entropy, "the cipher failed; nothing was released");
    }
  } catch (...) {
    memory_.wipe();
    throw;
  }
  state_->is_seeded = 1;
  state_->words_left = GeneratorState::output_words;
}

/// The generator that the library uses.
using SecureGenerator = BasicSecureGenerator<SystemRandomReader>;
extern template class BasicSecureGenerator<SystemRandomReader>;
static_assert(BitSource<SecureGenerator>);

/// The calling thread's generator, made on first use and wiped when the thread ends.
[[nodiscard]] SecureGenerator& thread_source();

}  // namespace scrim::entropy
