#include "scrim/ledger/signing.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <string>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/entry.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/error_of.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::signing_test {

namespace {

using test::amount;
using test::epsilon_terms;
using test::LedgerRows;
using test::MemoryStore;
using test::order_for;
using test::release_text;
using test::TemporaryFolder;

void write_key(const std::string& path, const char* algorithm) {
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      EVP_PKEY_Q_keygen(nullptr, nullptr, algorithm), &EVP_PKEY_free);
  const std::unique_ptr<std::FILE, decltype(&std::fclose)> file(std::fopen(path.c_str(), "w"),
                                                                &std::fclose);
  ASSERT_EQ(PEM_write_PrivateKey(file.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr), 1);
}

TEST(Signing, a_signature_is_of_one_key_and_one_hash) {
  const TemporaryFolder folder;
  write_key(folder.file("key"), "ED25519");
  write_key(folder.file("other"), "ED25519");
  const ledger::Signer signer = ledger::Signer::from_file(folder.file("key"));
  const ledger::Signer other = ledger::Signer::from_file(folder.file("other"));
  const std::string hash = sha256_text("entry");
  std::string signature = signer.sign(hash);
  EXPECT_TRUE(ledger::is_signed_by(signer.public_key(), hash, signature));
  EXPECT_FALSE(ledger::is_signed_by(other.public_key(), hash, signature));
  EXPECT_FALSE(ledger::is_signed_by(signer.public_key(), sha256_text("x"), signature));
  EXPECT_FALSE(ledger::is_signed_by(signer.public_key(), hash, ""));
  EXPECT_FALSE(ledger::is_signed_by(signer.public_key(), hash, signature + "00"));
  signature[17] = signature[17] == '0' ? '1' : '0';
  EXPECT_FALSE(ledger::is_signed_by(signer.public_key(), hash, signature));
}

TEST(Signing, refuses_what_is_no_key) {
  const TemporaryFolder folder;
  SCRIM_EXPECT_ERROR(ledger::Signer::from_file(folder.file("none")), ErrorKind::ledger,
                     "cannot be opened");
  std::ofstream(folder.file("text")) << "not a key";
  SCRIM_EXPECT_ERROR(ledger::Signer::from_file(folder.file("text")), ErrorKind::ledger,
                     "no Ed25519 key");
  write_key(folder.file("x25519"), "X25519");
  SCRIM_EXPECT_ERROR(ledger::Signer::from_file(folder.file("x25519")), ErrorKind::ledger,
                     "no Ed25519 key");
}

TEST(SignedLedger, is_read_by_all_and_written_by_its_key) {
  const TemporaryFolder folder;
  write_key(folder.file("key"), "ED25519");
  write_key(folder.file("other"), "ED25519");
  const LedgerOptions key{folder.file("key")};
  LedgerRows rows;
  rows.records.push_back(Ledger::first_record(epsilon_terms("1"), key));
  const Ledger writer(std::make_unique<MemoryStore>(rows), key);
  (void)release_text(writer, order_for("a"), amount("0.1"), "x");

  const Ledger reader(std::make_unique<MemoryStore>(rows));
  EXPECT_EQ(reader.verify(writer.opening().key), writer.head());
  EXPECT_EQ(release_text(reader, order_for("a"), amount("0.1"), "y").bytes, "x");
  SCRIM_EXPECT_ERROR(reader.note("x"), ErrorKind::ledger, "without its key");
  SCRIM_EXPECT_ERROR(Ledger(std::make_unique<MemoryStore>(rows), {folder.file("other")}),
                     ErrorKind::ledger, "another key");
  SCRIM_EXPECT_ERROR(reader.verify(std::string(64, '0')), ErrorKind::ledger, "another key");

  // A chain that is right, made without the key: as the tail, and beneath a signed entry.
  LedgerRows forged = rows;
  const LedgerEntry entry{4, rows.records.back().hash, LedgerNote{"forged"}};
  forged.records.push_back({4, entry.text(), sha256_text(entry.text()), ""});
  SCRIM_EXPECT_ERROR(Ledger(std::make_unique<MemoryStore>(forged)), ErrorKind::ledger,
                     "entry 4 is not signed");
  forged = rows;
  forged.records[1].signature = forged.records[0].signature;
  const Ledger opened(std::make_unique<MemoryStore>(forged));
  SCRIM_EXPECT_ERROR(opened.verify(), ErrorKind::ledger, "entry 2 is not signed");
}

TEST(SignedLedger, a_plain_one_is_not_taken_for_a_signed_one) {
  const TemporaryFolder folder;
  write_key(folder.file("key"), "ED25519");
  LedgerRows rows;
  rows.records.push_back(Ledger::first_record(epsilon_terms("1")));
  const Ledger ledger(std::make_unique<MemoryStore>(rows));
  SCRIM_EXPECT_ERROR(ledger.verify(std::string(64, '0')), ErrorKind::ledger, "not signed");
  SCRIM_EXPECT_ERROR(Ledger(std::make_unique<MemoryStore>(rows), {folder.file("key")}),
                     ErrorKind::ledger, "without a key");
}

}  // namespace

}  // namespace scrim::signing_test
