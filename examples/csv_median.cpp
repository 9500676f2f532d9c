// A private median of a column of a CSV file, read in pieces. What is no number counts nowhere.
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <scrim/scrim.hpp>

int main() {
  // The file. (Made up; a real one would be read piece by piece.)
  std::string file = "name,age\n";
  for (int i = 0; i < 1000; ++i) {
    file += "\"Person, No. " + std::to_string(i) + "\"," + std::to_string(20 + i % 60) + "\n";
  }
  file += "somebody,unknown\n";

  std::vector<double> candidates;
  for (int age = 0; age <= 120; ++age) candidates.push_back(age);
  const auto median =
      scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
      scrim::then_private_quantile(scrim::MaxDivergence{},
                                   scrim::QuantileOptions<double>{candidates, 0.5, 2.0});

  // The first line names the columns; which of them is meant, and that it holds numbers, is said.
  const auto header = scrim::readers::read_csv_header(file, true, {});
  std::size_t position = 0;
  while (position < header->names.size() && header->names[position] != "age") ++position;
  scrim::readers::CsvReader reader(
      {}, {{.position = position, .format = {scrim::readers::CellType::number}}});

  auto run = median.start();
  const auto read_batch = [&] { run.update(reader.take().front().numbers()); };
  std::string_view rest = std::string_view(file).substr(header->size);
  while (!rest.empty()) {
    rest.remove_prefix(reader.feed(rest.substr(0, 4096)));
    if (reader.is_full()) read_batch();
  }
  reader.finish();
  read_batch();
  std::printf("median age: %g (epsilon %g)\n", std::move(run).finish(), median.map(1));
}
