// A median of one column of an Arrow batch and the two largest categories of another, in one pass.
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <scrim/scrim.hpp>

/// What any producer (Arrow C++, nanoarrow, ADBC, DuckDB) gives: an ArrowSchema and an ArrowArray.
/// Here it is our reader of CSV, and the file is made up.
static std::pair<scrim::ArrowOwner<ArrowSchema>, scrim::ArrowOwner<ArrowArray>> produce() {
  std::string file;
  for (int i = 0; i < 1000; ++i) {
    file += std::to_string(20 + i % 60) + (i % 3 == 0 ? ",Arden\n" : ",Corvale\n");
  }
  file += "unknown,Birchwick\n";  // no age: null
  scrim::readers::CsvReader reader({},
                                   {{.position = 0, .format = {scrim::readers::CellType::integer}},
                                    {.position = 1, .format = {scrim::readers::CellType::text}}});
  (void)reader.feed(file);
  reader.finish();
  const auto batch = scrim::readers::cell_batch({"age", "city"}, reader.take());
  return {schema_of(batch), array_of(batch)};
}

int main() {
  // A record is an age and a city, each of which may be missing.
  const auto people =
      scrim::Space{scrim::vector_domain(scrim::record_domain(
                       scrim::option_domain(scrim::atom_domain<double>()),
                       scrim::option_domain(scrim::atom_domain<std::string_view>()))),
                   scrim::SymmetricDistance{}};
  std::vector<double> ages;
  for (int age = 0; age <= 120; ++age) ages.push_back(age);
  const std::vector<std::string> cities{"Arden", "Birchwick", "Corvale"};
  const auto both = scrim::make_composition(
      people >> scrim::then_select_column<0>() >> scrim::then_drop_null() >>
          scrim::then_private_quantile(scrim::MaxDivergence{},
                                       scrim::QuantileOptions<double>{ages, 0.5, 2.0}),
      people >> scrim::then_select_column<1>() >> scrim::then_drop_null() >>
          scrim::then_count_by_categories(cities) >>
          scrim::then_report_noisy_top_k(scrim::MaxDivergence{},
                                         {.k = 2, .scale = 4.0, .optimize = scrim::Optimize::max}));

  // By the schema alone: which columns are read, and that they can be. The integers become doubles.
  auto [schema, array] = produce();
  const scrim::ArrowFields fields = scrim::fields_of(*schema, {"age", "city"});
  scrim::RecordReader<std::optional<double>, std::optional<std::string_view>> reader(fields.fields);

  auto run = both.start();
  const scrim::ArrowBatch batch(std::move(array), fields);
  reader.read(batch.rows(), [&](const auto& rows) { run.update(rows); });
  const auto [median, largest] = std::move(run).finish();
  std::printf("median age: %g\n", median);
  for (const std::size_t index : largest) std::printf("large city: %s\n", cities[index].c_str());
  std::printf("epsilon: %g\n", both.map(1));
}
