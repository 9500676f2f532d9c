#include "scrim/entropy/random_function.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "scrim/entropy/secure_generator.hpp"
#include "support/scripted_tape.hpp"

namespace scrim::entropy::random_function_test {
namespace {

using test::ScriptedTape;
using Sequence = std::vector<std::uint64_t>;

const Sequence key = {0x0123456789abcdef, 0x02468ace13579bdf, 0xfedcba9876543210, 7};

RandomFunction function_with(const Sequence& words) {
  ScriptedTape tape(words);
  RandomFunction function(tape);
  EXPECT_EQ(tape.words_consumed(), 4U);
  return function;
}

std::vector<std::uint64_t> evaluated(RandomFunction& function, const std::vector<Sequence>& all,
                                     std::uint64_t index = 0) {
  Sequence words;
  std::vector<std::size_t> ends;
  for (const Sequence& each : all) {
    words.insert(words.end(), each.begin(), each.end());
    ends.push_back(words.size());
  }
  std::vector<std::uint64_t> out(all.size());
  function.evaluate({words, ends}, index, out);
  return out;
}

/// The last block of AES-256-CBC from zero, computed with a fresh context and nothing of ours: of
/// the words, one of zero if their number is even, and the index.
std::uint64_t reference(Sequence words, std::uint64_t index) {
  if (words.size() % 2 == 0) words.push_back(0);
  words.push_back(index);
  std::vector<unsigned char> out(8 * words.size());
  const std::vector<unsigned char> zeros(16, 0);
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  EXPECT_EQ(EVP_EncryptInit_ex(context, EVP_aes_256_cbc(), nullptr,
                               reinterpret_cast<const unsigned char*>(key.data()), zeros.data()),
            1);
  int written = 0;
  EXPECT_EQ(EVP_EncryptUpdate(context, out.data(), &written,
                              reinterpret_cast<const unsigned char*>(words.data()),
                              static_cast<int>(out.size())),
            1);
  EVP_CIPHER_CTX_free(context);
  std::uint64_t word = 0;
  std::memcpy(&word, out.data() + out.size() - 16, 8);
  return word;
}

const std::vector<Sequence> sequences = {
    {5}, {6}, {1, 5}, {1, 0}, {2, 5, 0}, {2, 5, 9}, {3, 1, 2, 3}, {4, 1, 2, 3, 4}, {0}, {~0ULL}};

TEST(RandomFunction, is_the_last_block_of_a_chain) {
  auto function = function_with(key);
  for (const std::uint64_t index : {0ULL, 1ULL, ~0ULL}) {
    const auto words = evaluated(function, sequences, index);
    for (std::size_t i = 0; i < sequences.size(); ++i) {
      EXPECT_EQ(words[i], reference(sequences[i], index)) << i;
    }
  }
  EXPECT_TRUE(evaluated(function, {}).empty());
  EXPECT_EQ(evaluated(function, {Sequence{}}).front(), reference({}, 0));
}

TEST(RandomFunction, gives_a_sequence_the_same_words_wherever_it_stands) {
  auto function = function_with(key);
  const auto together = evaluated(function, sequences, 3);
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    EXPECT_EQ(evaluated(function, {sequences[i]}, 3).front(), together[i]);
    EXPECT_EQ(evaluated(function, {{8, 8, 8}, sequences[i], sequences[i]}, 3)[2], together[i]);
  }
}

TEST(RandomFunction, is_the_same_in_copies_and_on_other_threads) {
  auto function = function_with(key);
  const auto expected = evaluated(function, sequences);
  RandomFunction copy(function);
  EXPECT_EQ(evaluated(copy, sequences), expected);
  auto other = function_with({1, 2, 3, 4});
  EXPECT_NE(evaluated(other, sequences), expected);
  other = function;
  EXPECT_EQ(evaluated(other, sequences), expected);
  std::vector<std::uint64_t> of_thread;
  std::thread thread([&] {
    RandomFunction mine(function);
    of_thread = evaluated(mine, sequences);
  });
  EXPECT_EQ(evaluated(function, sequences), expected);
  thread.join();
  EXPECT_EQ(of_thread, expected);
}

TEST(RandomFunction, gives_others_other_words) {
  RandomFunction function(thread_source());
  RandomFunction another(thread_source());
  std::vector<Sequence> all;
  for (std::uint64_t i = 0; i < 20'000; ++i) all.push_back({0, i});
  for (std::uint64_t i = 0; i < 20'000; ++i) all.push_back({1, 0, i});
  std::set<std::uint64_t> seen;
  int ones = 0;
  std::size_t words = 0;
  for (auto* each : {&function, &another}) {
    for (const std::uint64_t index : {0ULL, 1ULL}) {
      for (const std::uint64_t word : evaluated(*each, all, index)) {
        seen.insert(word);
        ones += std::popcount(word);
        ++words;
      }
    }
  }
  EXPECT_EQ(seen.size(), words);
  // Of 64 fair bits each, up to eight deviations.
  EXPECT_NEAR(ones, 32.0 * static_cast<double>(words), 8 * 4 * 400.0);
}

}  // namespace
}  // namespace scrim::entropy::random_function_test
