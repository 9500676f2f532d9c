"""What `scrim.quantile` costs on ten million rows, against the same fold in C++."""

import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
import scrim

ROOT = Path(__file__).parents[2]
ROWS = 10_000_000
REPETITIONS = 9

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(fold CXX)
add_subdirectory({root} scrim EXCLUDE_FROM_ALL)
add_executable(fold fold.cpp)
target_link_libraries(fold scrim::scrim)
"""

# The rows of the same file, read into memory; prints the CPU seconds of each release.
FOLD = """
#include <cstdio>
#include <ctime>
#include <fstream>
#include <span>
#include <vector>

#include <scrim/scrim.hpp>

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::size_t rows = std::stoul(arguments[2]);
  std::vector<double> data(rows);
  std::ifstream file(arguments[1], std::ios::binary);
  file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(rows * sizeof(double)));
  std::vector<double> candidates;
  for (int i = 0; i <= 12000; ++i) candidates.push_back(i / 100.0);
  const auto median = scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
      scrim::then_private_quantile(scrim::MaxDivergence{},
                                   scrim::QuantileOptions<double>{candidates, 0.5, 1.0});
  double sum = 0.0;
  for (int repetition = 0; repetition < %(repetitions)d; ++repetition) {
    const std::clock_t start = std::clock();
    sum += median.invoke(std::span<const double>(data));
    std::printf("%%.6f\\n", static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return sum > 0.0 ? 0 : 1;
}
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="there is no CMake")
def test_a_quantile_costs_little_more_than_the_fold(tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(PROJECT.format(root=ROOT))
    (tmp_path / "fold.cpp").write_text(FOLD % {"repetitions": REPETITIONS})
    configure = ["cmake", "-S", tmp_path, "-B", tmp_path / "build", "-DCMAKE_BUILD_TYPE=Release"]
    subprocess.run(configure, check=True, capture_output=True)
    jobs = str(os.cpu_count() or 1)
    subprocess.run(
        ["cmake", "--build", tmp_path / "build", "--target", "fold", "--parallel", jobs],
        check=True,
        capture_output=True,
    )
    data = np.random.default_rng(1).normal(44, 17, ROWS)
    data.tofile(tmp_path / "rows.bin")

    def in_cpp():
        done = subprocess.run(
            [tmp_path / "build" / "fold", tmp_path / "rows.bin", str(ROWS)],
            check=True,
            capture_output=True,
            text=True,
        )
        return [float(line) for line in done.stdout.split()]

    plan = scrim.plan_quantile(bounds=(0, 120), epsilon=1.0, rows_per_person=1)  # made once there, too

    def in_python():
        start = time.process_time()
        plan.release(data)
        return time.process_time() - start

    # Alternating, as the machine may be busy now and idle then.
    cpp, python = [], []
    for _ in range(3):
        cpp += in_cpp()
        python += [in_python() for _ in range(REPETITIONS)]
    ratio = statistics.median(python) / statistics.median(cpp)
    print(f"C++ {statistics.median(cpp):.4f} s, Python {statistics.median(python):.4f} s: {ratio:.3f}")
    assert ratio < 1.2
