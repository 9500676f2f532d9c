#include "scrim/ledger/entry.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/flat_json.hpp"
#include "scrim/ledger/sha256.hpp"
#include "scrim/readers/utf8.hpp"

namespace scrim {

namespace {

constexpr std::array<std::string_view, 4> currency_names{"epsilon", "epsilon+delta", "rho",
                                                         "rho+delta"};

// --- writing ---

std::string checked_text(std::string_view what, const std::string& text) {
  if (!readers::is_utf8(text)) {
    fail(ErrorKind::invalid_argument,
         fmt::format("the {} of an entry is not UTF-8; give it as UTF-8", what));
  }
  return text;
}

std::string written_amount(const Amount& amount) {
  std::string text = amount.exact_text();
  // What cannot be read back would make a ledger that nobody can open.
  constexpr std::size_t longest_read = 2000;
  if (text.size() > longest_read) {
    fail(ErrorKind::invalid_argument,
         fmt::format("the amount {}... has more than {} digits; give a shorter one, such as a "
                     "decimal number",
                     text.substr(0, 20), longest_read));
  }
  return text;
}

struct Writer {
  ledger::FlatJson& json;

  void add_text(std::string_view name, const std::string& text) const {
    json.add(std::string(name), checked_text(name, text));
  }
  void add_amount(std::string_view loss, std::string_view delta,
                  const AmountWithDelta& amount) const {
    json.add(std::string(loss), written_amount(amount.loss));
    json.add(std::string(delta), written_amount(amount.delta));
  }

  void operator()(const LedgerOpening& opening) const {
    json.add("format", ledger::format_version);
    add_text("id", opening.id);
    add_text("unit", opening.unit);
    add_text("dataset", opening.dataset);
    json.add("currency", std::string(name(opening.currency)));
    add_amount("loss", "delta", opening.total);
    add_text("key", opening.key);
    add_text("version", opening.version);
  }
  void operator()(const LedgerGrant& grant) const {
    add_text("account", grant.account);
    add_amount("loss", "delta", grant.limit);
  }
  void operator()(const LedgerDebit& debit) const {
    add_text("account", debit.account);
    add_amount("loss", "delta", debit.amount);
    add_text("dataset", debit.dataset);
    add_text("digest", debit.digest);
    add_text("plan", debit.plan);
    add_text("version", debit.version);
  }
  void operator()(const LedgerRelease& release) const {
    json.add("debit", release.debit);
    add_text("hash", release.hash);
  }
  void operator()(const LedgerNote& note) const { add_text("text", note.text); }
};

// --- reading ---

[[noreturn]] void refuse_entry(const std::string& why) {
  fail(ErrorKind::ledger, "it is no entry of a ledger: " + why);
}

/// Takes the members of an object one after the other, by name.
class Members {
 public:
  explicit Members(const ledger::FlatJson& json) : members_(json.members()) {}

  [[nodiscard]] std::string text(std::string_view name) {
    const auto* text = std::get_if<std::string>(&next(name));
    if (text == nullptr) refuse_entry(fmt::format("\"{}\" is no text", name));
    return *text;
  }
  [[nodiscard]] std::uint64_t number(std::string_view name) {
    const auto* number = std::get_if<std::uint64_t>(&next(name));
    if (number == nullptr) refuse_entry(fmt::format("\"{}\" is no number", name));
    return *number;
  }
  [[nodiscard]] std::string hash(std::string_view name) {
    std::string value = text(name);
    if (!ledger::is_sha256_text(value)) {
      refuse_entry(fmt::format("\"{}\" is no SHA-256 in hexadecimal digits", name));
    }
    return value;
  }
  [[nodiscard]] AmountWithDelta amount(std::string_view loss, std::string_view delta) {
    return {one_amount(loss), one_amount(delta)};
  }
  void end() const {
    if (at_ != members_.size()) {
      refuse_entry(fmt::format("\"{}\" is one member too many", members_[at_].first));
    }
  }

 private:
  const ledger::FlatJson::Value& next(std::string_view name) {
    if (at_ == members_.size() || members_[at_].first != name) {
      refuse_entry(fmt::format("\"{}\" is not where it belongs", name));
    }
    return members_[at_++].second;
  }
  Amount one_amount(std::string_view name) {
    const std::string value = text(name);
    if (value == "0") return {};  // most deltas
    std::optional<Amount> amount;
    try {
      amount = Amount::from_text(value);
    } catch (const Error& error) {
      refuse_entry(error.what());
    }
    if (amount->exact_text() != value) {
      refuse_entry(fmt::format("\"{}\" is not written as amounts are", name));
    }
    return *amount;
  }

  const std::vector<ledger::FlatJson::Member>& members_;
  std::size_t at_ = 0;
};

LedgerOpening read_opening(Members& members) {
  const std::uint64_t format = members.number("format");
  if (format != ledger::format_version) {
    fail(ErrorKind::ledger,
         fmt::format("the ledger has format {}, and this version of Scrim knows format {} only; "
                     "use the version of Scrim that wrote it",
                     format, ledger::format_version));
  }
  LedgerOpening opening;
  opening.id = members.text("id");
  opening.unit = members.text("unit");
  opening.dataset = members.text("dataset");
  const std::string currency = members.text("currency");
  std::size_t number = 0;
  while (number < currency_names.size() && currency_names[number] != currency) ++number;
  if (number == currency_names.size()) {
    refuse_entry("its currency is none of epsilon, epsilon+delta, rho, rho+delta");
  }
  opening.currency = static_cast<LedgerCurrency>(number);
  opening.total = members.amount("loss", "delta");
  opening.key = members.text("key");
  if (!opening.key.empty() && !ledger::is_sha256_text(opening.key)) {
    refuse_entry("\"key\" is neither empty nor 64 hexadecimal digits");
  }
  opening.version = members.text("version");
  return opening;
}

LedgerDebit read_debit(Members& members) {
  LedgerDebit debit;
  debit.account = members.text("account");
  debit.amount = members.amount("loss", "delta");
  debit.dataset = members.text("dataset");
  debit.digest = members.hash("digest");
  debit.plan = members.text("plan");
  debit.version = members.text("version");
  return debit;
}

LedgerContent read_content(const std::string& kind, Members& members) {
  if (kind == "open") return read_opening(members);
  if (kind == "grant") {
    std::string account = members.text("account");
    return LedgerGrant{std::move(account), members.amount("loss", "delta")};
  }
  if (kind == "debit") return read_debit(members);
  if (kind == "release") {
    const std::uint64_t debit = members.number("debit");
    return LedgerRelease{debit, members.hash("hash")};
  }
  if (kind == "note") return LedgerNote{members.text("text")};
  refuse_entry("its kind is none of open, grant, debit, release, note");
}

}  // namespace

std::string_view name(LedgerCurrency currency) noexcept {
  return currency_names[static_cast<std::size_t>(currency)];
}

std::string_view kind_name(const LedgerContent& content) noexcept {
  constexpr std::array<std::string_view, 5> names{"open", "grant", "debit", "release", "note"};
  static_assert(std::variant_size_v<LedgerContent> == names.size());
  return names[content.index()];
}

std::string LedgerEntry::text() const {
  ledger::FlatJson json;
  json.add("entry", number);
  json.add("previous", previous);
  json.add("kind", std::string(kind_name(content)));
  std::visit(Writer{json}, content);
  return json.text();
}

LedgerEntry LedgerEntry::from_text(std::string_view text) {
  const std::optional<ledger::FlatJson> json = ledger::FlatJson::from_text(text);
  if (!json) refuse_entry("its text is not JSON in the one form that entries have");
  Members members(*json);
  LedgerEntry entry;
  entry.number = members.number("entry");
  entry.previous = members.hash("previous");
  entry.content = read_content(members.text("kind"), members);
  members.end();
  return entry;
}

}  // namespace scrim
