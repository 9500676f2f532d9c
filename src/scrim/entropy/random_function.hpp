// A random function of sequences of words: the same sequence has the same words, others have
// independent ones. So nothing need be remembered of a sequence to decide about it alike again.
//
// Proof: random_function.proof.md
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "scrim/entropy/bit_source.hpp"

struct evp_cipher_ctx_st;

namespace scrim::entropy {

/// Sequences of words that lie one behind the other.
struct WordSequences {
  std::span<const std::uint64_t> words;
  std::span<const std::size_t> ends;  ///< of each sequence, among the words
};

/// Gives words number 0, 1, ... of each sequence. Who does not know the function cannot tell them
/// from independent uniform ones without breaking AES-256.
///
/// A copy is the same function. Not for concurrent use: each thread has a copy, which may be made
/// while the original is in use.
class RandomFunction {
 public:
  /// Another function each time.
  template <BitSource Source>
  explicit RandomFunction(Source& source)
      : RandomFunction(
            Key{source.next_word(), source.next_word(), source.next_word(), source.next_word()}) {}

  RandomFunction(const RandomFunction& other);
  RandomFunction& operator=(const RandomFunction& other);
  RandomFunction(RandomFunction&&) noexcept = default;
  RandomFunction& operator=(RandomFunction&&) noexcept = default;
  ~RandomFunction() = default;

  /// out[i] becomes word number `index` of sequence i.
  ///
  /// Precondition (caller): there is a place in `out` for each sequence; no sequence that this is
  ///   ever given is the beginning of another one.
  /// Postcondition: throws InvokeError(entropy) if the cipher fails.
  void evaluate(const WordSequences& sequences, std::uint64_t index, std::span<std::uint64_t> out);

 private:
  using Key = std::array<std::uint64_t, 4>;
  using Block = std::array<std::uint64_t, 2>;
  using Context = std::shared_ptr<evp_cipher_ctx_st>;

  explicit RandomFunction(Key key);

  /// Each block becomes what the cipher makes of it.
  void encrypt(std::span<Block> blocks);

  std::shared_ptr<const evp_cipher_ctx_st> key_;  ///< copied, never used itself
  Context cipher_;
  std::vector<Block> chained_;             ///< of each sequence, what its blocks so far became
  std::vector<Block> blocks_;              ///< the next of each sequence that has one
  std::vector<std::uint32_t> unfinished_;  ///< the numbers of these sequences
};

}  // namespace scrim::entropy
