// Saved runs: any bytes load as a run or are refused; what was saved loads as it was; what was
// changed since is refused.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/core/parts.hpp"
#include "scrim/core/saved_run.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "support/block_memory.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::outcome_of;
using fuzz::require;

using Bytes = std::vector<std::byte>;

// The format, as docs/formats/run-state.md has it.
constexpr std::ptrdiff_t identity_offset = 24;
constexpr std::size_t bytes_around_payload = 64 + 5 * 8 + 32;  // the rows, the whole as a part

const Bytes key(16, std::byte{1});

struct Quantiles {
  using Row = double;

  static auto make(double last_candidate = 2.0) {
    return Space(vector_domain<double>(), SymmetricDistance{}) >> then_clamp(0.0, 10.0) >>
           then_quantile_score_candidates(std::vector{0.0, 0.5, 1.0, last_candidate}, 0.25);
  }
  static auto make_other() { return make(3.0); }
  static std::vector<Row> read_rows(ByteReader& reader) { return reader.numbers<Row>(12); }
};

struct Counts {
  using Row = std::string;

  static auto make(const std::string& last_category = std::string("\0\xff", 2)) {
    return Space(vector_domain<std::string>(), SymmetricDistance{}) >>
           then_count_by_categories(std::vector<std::string>{"", "a", last_category});
  }
  static auto make_other() { return make("b"); }
  static std::vector<Row> read_rows(ByteReader& reader) {
    std::vector<Row> rows(reader.below(12));
    for (Row& row : rows) row = reader.text(2);
    return rows;
  }
};

/// Several releases of rows that may be null, of which two share what they gather. Without noise,
/// so that they can be foreseen.
struct Composition {
  using Row = std::optional<double>;

  static auto quantile(double alpha, double last_candidate) {
    return Space(vector_domain(option_domain(atom_domain<double>())), SymmetricDistance{}) >>
           then_drop_null() >>
           then_private_quantile(
               MaxDivergence{},
               QuantileOptions<double>{
                   .candidates = {0.0, 0.5, last_candidate}, .alpha = alpha, .scale = 0.0});
  }
  static auto make(double last_candidate = 2.0) {
    return make_composition(std::vector{quantile(0.25, last_candidate), quantile(0.75, 3.0),
                                        quantile(1.0, last_candidate)});
  }
  static auto make_other() { return make(4.0); }
  static std::vector<Row> read_rows(ByteReader& reader) {
    std::vector<Row> rows(reader.below(12));
    for (Row& row : rows) {
      if (reader.flag()) row = reader.number<double>();
    }
    return rows;
  }
};

template <class Run, class Row>
void update(Run& run, const std::vector<Row>& rows) {
  const test::BlockMemory<Row> memory(rows);
  run.update(memory.block());
}

template <class Chain, class Row>
Bytes save_run(const Chain& chain, const std::vector<Row>& rows, Part part = {},
               std::optional<StateKey> with_key = std::nullopt) {
  auto run = chain.start(part);
  update(run, rows);
  return std::move(run).save(with_key);
}

/// A run, or the one error that bytes may give.
template <class Chain>
auto load(const Chain& chain, const Bytes& bytes, std::optional<StateKey> with_key = std::nullopt) {
  auto run = outcome_of([&] { return chain.load(bytes, with_key); });
  if (!run) require(run.error == ErrorKind::bad_state, "bad bytes are a bad state");
  return run;
}

/// Cuts, extends or overwrites; the result may be what it was.
Bytes mutate(ByteReader& reader, Bytes bytes) {
  for (std::size_t changes = 1 + reader.below(4); changes > 0; --changes) {
    const std::size_t place = reader.bits<std::uint16_t>() % (bytes.size() + 1);
    switch (reader.below(4)) {
      case 0:
        bytes.resize(place);
        break;
      case 1:
        bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(place), std::byte{reader.byte()});
        break;
      default:
        if (place < bytes.size()) bytes[place] = std::byte{reader.byte()};
    }
  }
  return bytes;
}

template <class Kind>
void load_anything(ByteReader& reader) {
  const auto raw = std::as_bytes(reader.rest());
  const Bytes bytes(raw.begin(), raw.end());
  require(!load(Kind::make(), bytes), "no one guesses a checksum");
  require(!load(Kind::make(), bytes, key), "nor a code");
}

template <class Kind>
void save_and_load(ByteReader& reader) {
  const auto chain = Kind::make();
  const auto rows = Kind::read_rows(reader);
  const Bytes saved = save_run(chain, rows);
  require(!load(Kind::make_other(), saved), "a run of another chain is refused");

  // Built again, as another process would.
  const auto same_chain = Kind::make();
  auto loaded = load(same_chain, saved);
  require(loaded && std::move(*loaded).save() == saved, "a loaded run is saved alike");

  const std::uint64_t part = reader.below(2);
  auto merged = load(same_chain, save_run(chain, rows, {part, 2}));
  const auto more = Kind::read_rows(reader);
  require(!outcome_of([&] {
    return std::move(*load(same_chain, save_run(chain, rows, {part, 2}))).finish();
  }),
          "half of the parts are no release");
  merged->merge(std::move(*load(same_chain, save_run(chain, more, {1 - part, 2}))));
  auto both = rows;
  both.insert(both.end(), more.begin(), more.end());
  const Bytes merged_bytes = std::move(*merged).save();
  require(merged_bytes == save_run(chain, both), "all parts are saved as the whole");
  require(std::move(*load(chain, merged_bytes)).finish() == test::invoke_on_rows(chain, both),
          "saved runs merge like others");

  const Bytes mutated = mutate(reader, saved);
  if (mutated != saved) require(!load(chain, mutated), "a changed run is refused");

  const Bytes with_key = save_run(chain, rows, {}, key);
  require(static_cast<bool>(load(chain, with_key, key)), "the key fits");
  const Bytes mutated_with_key = mutate(reader, with_key);
  if (mutated_with_key != with_key) {
    require(!load(chain, mutated_with_key, key), "a changed run is refused, with a key");
  }
}

/// Bytes with a right checksum around a body that was never saved: refused, or a run like others.
template <class Kind>
void forge(ByteReader& reader) {
  const auto chain = Kind::make();
  const Bytes saved = save_run(chain, std::vector<typename Kind::Row>{});
  Identity::Digest identity{};
  std::copy_n(saved.begin() + identity_offset, identity.size(), identity.begin());
  const std::size_t right_size = saved.size() - bytes_around_payload;
  const std::size_t size = reader.flag() ? right_size : reader.byte();
  const Part part{reader.below(2), 2};
  StateWriter body;
  body.write(reader.number<std::uint64_t>());
  Parts(part).save(body);
  const auto rows = Kind::read_rows(reader);
  for (std::size_t i = 0; i < size; ++i) body.append(Bytes{std::byte{reader.byte()}});

  const Bytes forged = pack_run(identity, body.bytes());
  auto first = load(chain, forged);
  require(static_cast<bool>(first) == (size == right_size), "the payload has one size");
  if (!first) return;
  auto second = load(chain, forged);
  const Part other{reader.below(2), 2};
  auto fresh_first = chain.start(other);
  auto fresh_second = chain.start(other);
  update(fresh_first, rows);
  update(fresh_second, rows);
  const auto merged = outcome_of([&] {
    first->merge(std::move(fresh_first));
    return true;
  });
  require(static_cast<bool>(merged) == (part.index != other.index), "no part is merged twice");
  if (!merged) return;
  fresh_second.merge(std::move(*second));
  require(std::move(*first).finish() == std::move(fresh_second).finish(),
          "it does not matter which run is merged into which");
}

/// A body of which nothing is right but its seal.
template <class Kind>
void forge_all(ByteReader& reader) {
  const auto chain = Kind::make();
  const Bytes saved = save_run(chain, std::vector<typename Kind::Row>{});
  Identity::Digest identity{};
  std::copy_n(saved.begin() + identity_offset, identity.size(), identity.begin());
  const auto raw = std::as_bytes(reader.rest());
  const Bytes forged = pack_run(identity, raw, key);
  auto loaded = load(chain, forged, key);
  if (loaded) require(std::move(*loaded).save(key) == forged, "a run has one form");
}

template <class Kind>
void use(ByteReader& reader) {
  switch (reader.below(4)) {
    case 0:
      load_anything<Kind>(reader);
      break;
    case 1:
      save_and_load<Kind>(reader);
      break;
    case 2:
      forge<Kind>(reader);
      break;
    default:
      forge_all<Kind>(reader);
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  switch (reader.below(3)) {
    case 0:
      use<Counts>(reader);
      break;
    case 1:
      use<Quantiles>(reader);
      break;
    default:
      use<Composition>(reader);
  }
  return 0;
}
