// The main program of the tests: GoogleTest's, and `--only_file=src/scrim/core/run_test.cpp`, which
// runs the tests that this file defines. A file that defines none is an error, lest a test that was
// renamed is skipped.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace {

std::string tests_defined_in(std::string_view file) {
  std::string names;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& test = *suite.GetTestInfo(j);
      // The compiler may have been given an absolute path.
      if (std::string_view(test.file()).ends_with(file)) {
        names += std::string(suite.name()) + "." + test.name() + ":";
      }
    }
  }
  return names;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view option = "--only_file=";
  if (argc == 2 && std::string_view(argv[1]).starts_with(option)) {
    const std::string names = tests_defined_in(std::string_view(argv[1]).substr(option.size()));
    if (names.empty()) {
      std::fprintf(stderr, "no test is defined in the file of %s\n", argv[1]);
      return 1;
    }
    testing::GTEST_FLAG(filter) = names;
  } else if (argc > 1) {
    std::fprintf(stderr, "usage: %s [--only_file=FILE | GoogleTest's options]; not %s\n", argv[0],
                 argv[1]);
    return 2;
  }
  return RUN_ALL_TESTS();
}
