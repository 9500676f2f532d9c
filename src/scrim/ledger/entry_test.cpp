#include "scrim/ledger/entry.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/flat_json.hpp"
#include "scrim/ledger/head.hpp"
#include "scrim/ledger/sha256.hpp"
#include "support/error_of.hpp"

namespace scrim::entry_test {

namespace {

using ledger::FlatJson;

const std::string zeros(64, '0');

std::vector<LedgerEntry> one_of_each_kind() {
  const std::string hash = sha256_text("x");
  const AmountWithDelta amount{Amount::ratio(1, 3), Amount::from_text("1e-9")};
  return {
      {1, zeros,
       LedgerOpening{"ab", "one person", "visits", LedgerCurrency::epsilon_delta, amount, "",
                     "0.1.0"}},
      {2, hash, LedgerGrant{"hospital/ana \"A\"", amount}},
      {3, hash, LedgerDebit{"", amount, "visits", hash, "count()\n\tby \\ \x1f ü", "0.1.0"}},
      {4, hash, LedgerRelease{3, hash}},
      {5, hash, LedgerNote{""}},
  };
}

TEST(LedgerEntry, has_the_text_that_is_read_as_it) {
  for (const LedgerEntry& entry : one_of_each_kind()) {
    const std::string text = entry.text();
    const LedgerEntry read = LedgerEntry::from_text(text);
    EXPECT_EQ(read, entry) << text;
    EXPECT_EQ(read.text(), text);
  }
}

TEST(LedgerEntry, text_is_canonical_json) {
  const std::vector<LedgerEntry> entries = one_of_each_kind();
  EXPECT_EQ(entries[0].text(),
            R"({"entry":1,"previous":")" + zeros +
                R"(","kind":"open","format":1,"id":"ab","unit":"one person","dataset":"visits",)"
                R"("currency":"epsilon+delta","loss":"1/3","delta":"0.000000001","key":"",)"
                R"("version":"0.1.0"})");
  EXPECT_NE(entries[2].text().find(R"(count()\u000a\u0009by \\ \u001f ü)"), std::string::npos)
      << entries[2].text();
}

TEST(LedgerEntry, refuses_whatever_differs_in_a_byte_or_means_something_else) {
  // A changed byte within a free text is another entry, and still its text; all else is refused.
  for (const LedgerEntry& entry : one_of_each_kind()) {
    const std::string text = entry.text();
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (const char byte : {' ', '0', '"', '\\', 'A', '\0', '\x80', '}'}) {
        std::string changed = text;
        if (changed[at] == byte) continue;
        changed[at] = byte;
        try {
          EXPECT_EQ(LedgerEntry::from_text(changed).text(), changed);
        } catch (const Error& error) {
          EXPECT_EQ(error.kind(), ErrorKind::ledger) << error.what();
        }
      }
      EXPECT_ANY_THROW((void)LedgerEntry::from_text(text.substr(0, at)));
    }
    EXPECT_ANY_THROW((void)LedgerEntry::from_text(text + " "));
    EXPECT_ANY_THROW((void)LedgerEntry::from_text(" " + text));
  }
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(LedgerEntry, says_what_is_wrong) {
  const std::vector<LedgerEntry> entries = one_of_each_kind();
  const auto refusal = [](const std::string& text, const std::string& why) {
    SCRIM_EXPECT_ERROR(LedgerEntry::from_text(text), ErrorKind::ledger, why);
  };
  refusal(replaced(entries[0].text(), R"("format":1)", R"("format":2)"), "knows format 1 only");
  refusal(replaced(entries[0].text(), "epsilon+delta", "delta+epsilon"), "currency");
  refusal(replaced(entries[0].text(), R"("key":"")", R"("key":"ab")"), "64 hexadecimal");
  refusal(replaced(entries[0].text(), "1/3", "2/6"), "not written as amounts are");
  refusal(replaced(entries[0].text(), "1/3", "-1/3"), "negative");
  refusal(replaced(entries[1].text(), "grant", "gift"), "kind");
  refusal(replaced(entries[2].text(), R"("digest":")", R"("digest":"A)"), "SHA-256");
  refusal(replaced(entries[3].text(), R"("debit":3)", R"("debit":"3")"), "no number");
  refusal(replaced(entries[3].text(), R"("debit":3)", R"("debit":03)"), "one form");
  refusal(replaced(entries[4].text(), R"("text":"")", R"("text":"","more":1)"), "too many");
  refusal(replaced(entries[4].text(), R"("text":"")", R"("text":1)"), "no text");
  refusal("", "one form");
}

TEST(LedgerEntry, is_not_written_where_it_could_not_be_read) {
  LedgerEntry entry{1, zeros, LedgerNote{"\xff"}};
  SCRIM_EXPECT_ERROR(entry.text(), ErrorKind::invalid_argument, "UTF-8");
  // 1/(2^4000 3^1000): 1600 digits; its square has more than can be read.
  Amount small = Amount::from_text("1/" + std::string(1500, '9'));
  entry.content = LedgerGrant{"a", {small, Amount()}};
  EXPECT_EQ(LedgerEntry::from_text(entry.text()), entry);
  entry.content = LedgerGrant{"a", {small + Amount::from_text("1/" + std::string(1000, '7')), {}}};
  SCRIM_EXPECT_ERROR(entry.text(), ErrorKind::invalid_argument, "digits");
}

TEST(FlatJson, reads_what_it_writes_and_nothing_else) {
  FlatJson json;
  EXPECT_EQ(json.text(), "{}");
  json.add("a", std::string("\"\\\x01/")).add("b", std::uint64_t{18446744073709551615U});
  EXPECT_EQ(json.text(), R"({"a":"\"\\\u0001/","b":18446744073709551615})");
  ASSERT_TRUE(FlatJson::from_text(json.text()));
  EXPECT_EQ(FlatJson::from_text(json.text())->members(), json.members());
  for (const char* const text : {"",
                                 "{",
                                 "{}x",
                                 " {}",
                                 "{ }",
                                 R"({"a":"\/"})",
                                 R"({"a":"\u0041"})",
                                 R"({"a":"\u00C1"})",
                                 R"({"a":1,})",
                                 R"({,"a":1})",
                                 R"({"a":-1})",
                                 R"({"a":01})",
                                 R"({"a":1.5})",
                                 R"({"a":18446744073709551616})",
                                 R"({"a":null})",
                                 R"({"a":{}})",
                                 R"({"a" :1})",
                                 R"({"a":"\u001F"})",
                                 "{\"a\":\"\x01\"}",
                                 "{\"a\":\"\xc0\x80\"}",
                                 R"({"a":"\u00)",
                                 R"({"a":"\)",
                                 R"({"a)"}) {
    EXPECT_FALSE(FlatJson::from_text(text)) << text;
  }
}

TEST(LedgerHead, is_printed_and_read) {
  const LedgerHead head{41, sha256_text("x")};
  EXPECT_EQ(head.text(), "41:" + sha256_text("x"));
  EXPECT_EQ(LedgerHead::from_text(head.text()), head);
  for (const std::string& text :
       {std::string(), std::string("41"), std::string("41:9f3c"), "041:" + head.hash,
        "+41:" + head.hash, "-1:" + head.hash, head.text() + "0", ":" + head.hash,
        "41:" + std::string(64, 'A')}) {
    SCRIM_EXPECT_ERROR(LedgerHead::from_text(text), ErrorKind::invalid_argument, "no head");
  }
}

TEST(Sha256, is_that_of_the_standard) {
  EXPECT_EQ(sha256_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_text(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(ledger::bytes_of_hex(ledger::hex_text("\x01\xfe")), "\x01\xfe");
}

}  // namespace

}  // namespace scrim::entry_test
