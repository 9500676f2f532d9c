#include "scrim/ledger/ledger.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "amounts.hpp"
#include "binding.hpp"
#include "budget_keywords.hpp"
#include "mechanisms.hpp"
#include "python_values.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

// --- amounts in the ledger's currency ---

/// The limit that keywords give, which must be those of the currency.
AmountWithDelta ledger_limit(LedgerCurrency currency, const Keywords& keywords) {
  if (const auto limit = limit_in(currency, keywords)) return *limit;
  fail(ErrorKind::mismatch,
       "the ledger counts " + std::string(name(currency)) +
           "; give a limit in that: " + std::string(ledger::loss_name(currency)) + "=" +
           (ledger::has_delta(currency) ? " and delta=" : " alone"));
}

/// What releases cost a ledger of the currency.
auto pricing_in(LedgerCurrency currency) {
  return [currency]<class From>(const From& from, const AmountUnder<From>& amount) {
    return ledger_price(currency, from, amount);
  };
}

/// The sum of what maps gave, or what the keywords say.
AmountWithDelta price_asked_of(LedgerCurrency currency, nb::handle losses,
                               const Keywords& keywords) {
  if (losses.is_none() == keywords.none()) {
    throw nb::type_error(
        "a price is a list of what maps gave (losses=), or epsilon=, rho=, delta=: one of the two");
  }
  if (losses.is_none()) return price_of_keywords(keywords, "a price", pricing_in(currency));
  AmountWithDelta sum;
  for (const nb::handle loss : losses) {
    const AnyDistance distance = distance_of_loss(loss);
    const AmountWithDelta price =
        price_of_loss(measure_of(loss), distance, "ledger", pricing_in(currency));
    sum = {sum.loss + price.loss, sum.delta + price.delta};
  }
  return sum;
}

// --- the ledger ---

std::string text_or_empty(nb::handle value, const char* name) {
  return value.is_none() ? std::string() : to_text(value, name);
}

Ledger create_ledger(const std::string& location, const std::string& unit,
                     const std::string& dataset, nb::handle epsilon, nb::handle delta,
                     nb::handle rho, nb::handle key_file) {
  const Keywords keywords{epsilon, delta, rho};
  const LedgerCurrency currency = currency_of(keywords, "a ledger");
  const LedgerTerms terms{unit, dataset, currency, ledger_limit(currency, keywords)};
  const LedgerOptions options{text_or_empty(key_file, "key_file")};
  const nb::gil_scoped_release without_gil;
  return Ledger::create(location, terms, options);
}

Ledger open_ledger(const std::string& location, nb::handle key_file) {
  const LedgerOptions options{text_or_empty(key_file, "key_file")};
  const nb::gil_scoped_release without_gil;
  return Ledger::open(location, options);
}

/// One of the amounts of an account.
template <AmountWithDelta LedgerAccount::* part>
nb::object amount_in(const Ledger& self, const std::string& path) {
  LedgerAccount account;
  {
    const nb::gil_scoped_release without_gil;
    account = self.account(path);
  }
  return shown_in(self.opening().currency, account.*part);
}

std::string grant(const Ledger& self, const std::string& path, nb::handle epsilon, nb::handle delta,
                  nb::handle rho) {
  const AmountWithDelta limit = ledger_limit(self.opening().currency, {epsilon, delta, rho});
  const nb::gil_scoped_release without_gil;
  return self.grant(path, limit).text();
}

/// What callers say beside the price.
struct PythonOrder {
  LedgerOrder order;
  nb::handle read;
  nb::handle finish;
};

LedgerAnswer release_at(const Ledger& self, const PythonOrder& asked,
                        const AmountWithDelta& price) {
  const auto read = [&] {
    const nb::gil_scoped_acquire with_gil;
    asked.read();
  };
  const auto finish = [&]() -> std::string {
    const nb::gil_scoped_acquire with_gil;
    const nb::object release = asked.finish();
    if (!PyBytes_Check(release.ptr())) {
      throw nb::type_error("finish gives the release as bytes, which are stored");
    }
    return {PyBytes_AS_STRING(release.ptr()),
            static_cast<std::size_t>(PyBytes_GET_SIZE(release.ptr()))};
  };
  const nb::gil_scoped_release without_gil;
  return self.release(asked.order, price, read, finish);
}

LedgerOrder order_of(const std::string& digest, const std::string& plan, const std::string& account,
                     nb::handle dataset, bool debit_before_reading, bool pay_again) {
  return {account,  text_or_empty(dataset, "dataset"), digest, plan, debit_before_reading,
          pay_again};
}

LedgerAnswer release_measurement(const Ledger& self, const std::string& digest,
                                 const std::string& plan, const PythonMeasurement& measurement,
                                 nb::handle d_in, nb::handle read, nb::handle finish,
                                 const std::string& account, nb::handle dataset,
                                 bool debit_before_reading, bool pay_again) {
  const AnyMeasurement& inner = measurement.inner();
  const AnyDistance loss = inner.map(to_distance(d_in, inner.input_metric(), DistanceSide::in));
  const AmountWithDelta price =
      price_of_loss(inner.output_measure(), loss, "ledger", pricing_in(self.opening().currency));
  return release_at(
      self,
      {order_of(digest, plan, account, dataset, debit_before_reading, pay_again), read, finish},
      price);
}

LedgerAnswer release_priced(const Ledger& self, const std::string& digest, const std::string& plan,
                            nb::handle losses, nb::handle epsilon, nb::handle delta, nb::handle rho,
                            nb::handle read, nb::handle finish, const std::string& account,
                            nb::handle dataset, bool debit_before_reading, bool pay_again) {
  const AmountWithDelta price =
      price_asked_of(self.opening().currency, losses, {epsilon, delta, rho});
  return release_at(
      self,
      {order_of(digest, plan, account, dataset, debit_before_reading, pay_again), read, finish},
      price);
}

std::string described(const Ledger& self) {
  if (self.is_of_another_process()) return "Ledger(of another process, refuses everything here)";
  LedgerAccount root;
  {
    const nb::gil_scoped_release without_gil;
    root = self.account();
  }
  return "Ledger(" + self.location() + ", " +
         spending_text(self.opening().currency, root.spent, root.left, root.limit) + ")";
}

constexpr const char* ledger_doc =
    "A budget that outlives the process: debits that are durable before noise is drawn.\n\n"
    "It is one file, or lies in a PostgreSQL database (postgresql://host/database#name), and any "
    "number of processes may use it.\nNo release is given whose price was not written before and "
    "synced; no account spends more than its limit. The same plan on\nthe same dataset is answered "
    "with the same bytes, free. What was spent never comes back.\n\n"
    "Opening refuses a ledger in which an entry was changed, dropped or moved (LedgerError). Move "
    "ledgers, never copy them: a\ncopy is a budget that is spent twice; require(head) refuses "
    "one.";

constexpr const char* release_doc_end =
    "\n\nA release that is stored is returned as it is, free. Else: what does not fit raises "
    "BudgetError; read() is called; the debit is\nwritten and synced; finish() draws the noise and "
    "gives bytes; these are stored, then returned. Nothing is spent where an\nerror comes before "
    "the debit; everything stays spent after it.\n\n"
    "digest: what the plan is known by, a SHA-256 as 64 hexadecimal digits; plan: a text for "
    "people.\n"
    "account: who pays, \"\" is the root; dataset: a label, by default the ledger's.\n"
    "debit_before_reading: where reading can fail because of what the data are.\n"
    "pay_again: where this plan was paid for before, and no release of it is stored.";

/// Parameters that both releases have behind their own.
constexpr const char* release_types =
    "read: collections.abc.Callable[[], typing.Any], finish: collections.abc.Callable[[], bytes], "
    "account: str = '', dataset: str | None = None, debit_before_reading: bool = False, "
    "pay_again: bool = False) -> LedgerAnswer";

void bind_ledger_parts(nb::module_& module) {
  nb::class_<LedgerRecord>(module, "LedgerRecord", nb::is_final(),
                           "One entry of a ledger, as it is stored.")
      .def_ro("number", &LedgerRecord::number, "Entries are numbered from 1.")
      .def_ro("text", &LedgerRecord::text, "Canonical JSON, with the hash of the entry before.")
      .def_ro("hash", &LedgerRecord::hash, "The SHA-256 of the text.")
      .def_ro("signature", &LedgerRecord::signature,
              "The Ed25519 signature of the hash; empty in a ledger without a key.")
      .def_prop_ro(
          "content",
          [](const LedgerRecord& self) {
            return nb::module_::import_("json").attr("loads")(self.text);
          },
          nb::sig("def content(self, /) -> dict[str, typing.Any]"),
          "What the text says: \"kind\" is open, grant, debit, release or note; amounts are exact "
          "texts.")
      .def("__repr__", [](const LedgerRecord& self) {
        return "LedgerRecord(" + std::to_string(self.number) + ", " + self.text + ")";
      });
  nb::class_<LedgerAnswer>(module, "LedgerAnswer", nb::is_final(),
                           "The release of a plan, as a ledger stores it.")
      .def_prop_ro(
          "bytes",
          [](const LedgerAnswer& self) { return nb::bytes(self.bytes.data(), self.bytes.size()); })
      .def_prop_ro(
          "head", [](const LedgerAnswer& self) { return self.head.text(); },
          "The entry that says that it is there, such as \"41:9f3c...\": printed with the release, "
          "it shows later that the\nledger still contains it.")
      .def_ro("debit", &LedgerAnswer::debit, "The number of the entry that paid for it.")
      .def_ro("is_new", &LedgerAnswer::is_new, "False if it was there already, and was free.")
      .def("__repr__", [](const LedgerAnswer& self) {
        return "LedgerAnswer(" + std::to_string(self.bytes.size()) + " bytes, ledger " +
               self.head.text() + ")";
      });
  nb::class_<LedgerFinding>(module, "LedgerFinding", nb::is_final(),
                            "What a ledger knows of a plan that was paid for.")
      .def_ro("debit", &LedgerFinding::debit, "The number of the last entry that paid for it.")
      .def_prop_ro(
          "answer",
          [](const LedgerFinding& self) -> nb::object {
            return self.is_released ? nb::cast(self.answer) : nb::none();
          },
          nb::sig("def answer(self, /) -> LedgerAnswer | None"),
          "Its release; None if it runs now, or was cut short.");
}

void bind_opening(nb::class_<Ledger>& bound) {
  using namespace nb::literals;
  const std::string create_signature = "def create(location: str, *, unit: str, dataset: str" +
                                       keyword_types() + ", key_file: str | None = None) -> Ledger";
  bound
      .def(
          "__init__",
          [](nb::handle, const nb::args&, const nb::kwargs&) {
            throw nb::type_error(
                "a ledger is opened with scrim.Ledger.open(location), and a new one is made with "
                "scrim.Ledger.create(location, ...)");
          },
          nb::sig("def __init__(self) -> None"))
      .def_static("create", create_ledger, "location"_a, nb::kw_only(), "unit"_a, "dataset"_a,
                  "epsilon"_a = nb::none(), "delta"_a = nb::none(), "rho"_a = nb::none(),
                  "key_file"_a = nb::none(), nb::sig(create_signature.c_str()),
                  "A new ledger; LedgerError if there is one at this place.\n\n"
                  "unit: who is protected, such as \"one person\"; dataset: a label of the data, "
                  "declared.\n"
                  "epsilon, delta, rho: all that may ever be spent, and what is counted.\n"
                  "key_file: a file with an Ed25519 key in PEM, with which every entry is signed.")
      .def_static("open", open_ledger, "location"_a, nb::kw_only(), "key_file"_a = nb::none(),
                  nb::sig("def open(location: str, *, key_file: str | None = None) -> Ledger"),
                  "The ledger that is there. LedgerError, with the number of the entry, if it was "
                  "changed.\n\nA signed ledger is read without its key, and written only with it.")
      .def_static("exists", &Ledger::exists, "location"_a, nb::call_guard<nb::gil_scoped_release>(),
                  nb::sig("def exists(location: str) -> bool"),
                  "Whether there is something at this place. LedgerError if a server cannot be "
                  "reached.")
      .def_prop_ro("location", &Ledger::location)
      .def_prop_ro(
          "id", [](const Ledger& self) { return self.opening().id; },
          "32 hexadecimal digits by which this ledger is known, wherever it lies.")
      .def_prop_ro("unit", [](const Ledger& self) { return self.opening().unit; })
      .def_prop_ro("dataset", [](const Ledger& self) { return self.opening().dataset; })
      .def_prop_ro(
          "currency", [](const Ledger& self) { return std::string(name(self.opening().currency)); },
          "\"epsilon\", \"epsilon+delta\", \"rho\" or \"rho+delta\".")
      .def_prop_ro(
          "public_key", [](const Ledger& self) { return self.opening().key; },
          "64 hexadecimal digits of the Ed25519 key that signs its entries; empty if none does.")
      .def("__repr__", described);
}

void bind_reading(nb::class_<Ledger>& bound) {
  using namespace nb::literals;
  const auto without_gil = nb::call_guard<nb::gil_scoped_release>();
  bound
      .def_prop_ro(
          "head",
          [](const Ledger& self) {
            const nb::gil_scoped_release released;
            return self.head().text();
          },
          "The last entry, those of other processes included: \"41:9f3c...\".")
      .def(
          "contains",
          [](const Ledger& self, const std::string& head) {
            return self.contains(LedgerHead::from_text(head));
          },
          "head"_a, without_gil, "Whether this is the ledger that once had this head.")
      .def(
          "require",
          [](const Ledger& self, const std::string& head, const std::string& where) {
            self.require(LedgerHead::from_text(head), where);
          },
          "head"_a, "where"_a, without_gil,
          "Raises LedgerError unless it contains the head, which is recorded in `where`, such as "
          "\"study.lock\":\nthen it is a copy, an old backup, or another ledger.")
      .def("entries", &Ledger::entries, "after"_a = 0, without_gil,
           "All entries whose number is larger.")
      .def("accounts", &Ledger::accounts, without_gil,
           "The paths of all accounts, parents before their children; the root is \"\".")
      .def("limit", amount_in<&LedgerAccount::limit>, "account"_a = "",
           nb::sig("def limit(self, account: str = '') -> typing.Any"),
           "What the account may spend and grant: a Fraction, or (epsilon, delta) or (rho, delta).")
      .def("spent", amount_in<&LedgerAccount::spent>, "account"_a = "",
           nb::sig("def spent(self, account: str = '') -> typing.Any"),
           "What the account and all below it have spent.")
      .def("granted", amount_in<&LedgerAccount::granted>, "account"_a = "",
           nb::sig("def granted(self, account: str = '') -> typing.Any"),
           "The limits of the accounts right below it, which are theirs and no longer its own.")
      .def("left", amount_in<&LedgerAccount::left>, "account"_a = "",
           nb::sig("def left(self, account: str = '') -> typing.Any"),
           "What the account itself can still spend or grant.")
      .def(
          "find",
          [](const Ledger& self, const std::string& digest, nb::handle dataset) -> nb::object {
            const std::string label =
                dataset.is_none() ? self.opening().dataset : to_text(dataset, "dataset");
            LedgerFinding finding;
            {
              const nb::gil_scoped_release released;
              finding = self.find(label, digest);
            }
            return finding.debit == 0 ? nb::none() : nb::cast(std::move(finding));
          },
          "digest"_a, nb::kw_only(), "dataset"_a = nb::none(),
          nb::sig("def find(self, digest: str, *, dataset: str | None = None) -> LedgerFinding | "
                  "None"),
          "What is known of a plan; None if it was never paid for.")
      .def(
          "verify",
          [](const Ledger& self, nb::handle public_key) {
            const std::string key = text_or_empty(public_key, "public_key");
            const nb::gil_scoped_release released;
            return self.verify(key).text();
          },
          nb::kw_only(), "public_key"_a = nb::none(),
          nb::sig("def verify(self, *, public_key: str | None = None) -> str"),
          "Reads everything anew: entries, signatures, the bytes of every release. Gives the head; "
          "LedgerError, with the\nnumber of the entry, where something was changed, or if the "
          "ledger is not signed by this key.");
}

void bind_writing(nb::class_<Ledger>& bound) {
  using namespace nb::literals;
  const std::string grant_signature =
      "def grant(self, account: str, *" + keyword_types() + ") -> str";
  const std::string losses_type =
      "losses: collections.abc.Iterable[scrim.Loss | scrim.LossWithDelta] | None = None";
  const std::string price_signature =
      "def price(self, " + losses_type + ", *" + keyword_types() + ") -> typing.Any";
  const std::string release_signature =
      std::string(
          "def release(self, *, digest: str, plan: str, measurement: Measurement, d_in: "
          "typing.Any, ") +
      release_types;
  const std::string priced_signature = "def release_priced(self, *, digest: str, plan: str, " +
                                       losses_type + keyword_types() + ", " + release_types;
  const std::string release_doc =
      std::string(
          "One release at what the map of the measurement says for neighbours that are "
          "d_in-close.") +
      release_doc_end;
  const std::string priced_doc =
      std::string(
          "One release at the sum of what maps gave (losses=), or at epsilon=, rho= and delta=.") +
      release_doc_end;
  bound
      .def("grant", grant, "account"_a, nb::kw_only(), "epsilon"_a = nb::none(),
           "delta"_a = nb::none(), "rho"_a = nb::none(), nb::sig(grant_signature.c_str()),
           "Sets the limit of an account, carved out of its parent's: hospital/ana lies below "
           "hospital. It may be set anew, but\nnot below what was spent and granted. BudgetError "
           "where the parent has too little left. Gives the new head.")
      .def(
          "note",
          [](const Ledger& self, const std::string& text) { return self.note(text).text(); },
          "text"_a, nb::call_guard<nb::gil_scoped_release>(),
          "Adds a remark, which decides nothing. Gives the new head.")
      .def(
          "price",
          [](const Ledger& self, nb::handle losses, nb::handle epsilon, nb::handle delta,
             nb::handle rho) {
            const LedgerCurrency currency = self.opening().currency;
            return shown_in(currency, price_asked_of(currency, losses, {epsilon, delta, rho}));
          },
          "losses"_a = nb::none(), nb::kw_only(), "epsilon"_a = nb::none(), "delta"_a = nb::none(),
          "rho"_a = nb::none(), nb::sig(price_signature.c_str()),
          "What it costs here, exactly: the sum of what maps gave, or epsilon=, rho= and delta=. "
          "In "
          "a ledger of rho an epsilon costs\nepsilon * tanh(epsilon / 2), rounded up.")
      .def("release", release_measurement, nb::kw_only(), "digest"_a, "plan"_a, "measurement"_a,
           "d_in"_a, "read"_a, "finish"_a, "account"_a = "", "dataset"_a = nb::none(),
           "debit_before_reading"_a = false, "pay_again"_a = false,
           nb::sig(release_signature.c_str()), release_doc.c_str())
      .def("release_priced", release_priced, nb::kw_only(), "digest"_a, "plan"_a,
           "losses"_a = nb::none(), "epsilon"_a = nb::none(), "delta"_a = nb::none(),
           "rho"_a = nb::none(), "read"_a, "finish"_a, "account"_a = "", "dataset"_a = nb::none(),
           "debit_before_reading"_a = false, "pay_again"_a = false,
           nb::sig(priced_signature.c_str()), priced_doc.c_str());
}

}  // namespace

void bind_ledger(nb::module_& module) {
  bind_ledger_parts(module);
  nb::class_<Ledger> bound(module, "Ledger", nb::is_final(), ledger_doc);
  bind_opening(bound);
  bind_reading(bound);
  bind_writing(bound);
}

}  // namespace scrim::python
