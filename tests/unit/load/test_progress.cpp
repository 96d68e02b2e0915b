// SPDX-License-Identifier: MIT
#include "load/progress.hpp"

#include <doctest/doctest.h>

using namespace ms::load;

TEST_CASE("progress: a bar, its part, the time left and the current measurement")
{
    CHECK(progress_line(25, 100, 30, "zoom 4, 5 clients") ==
          "[#####---------------]  25 %, 1:30 left: zoom 4, 5 clients");
    CHECK(progress_line(0, 100, 30, "zoom 1") == "[--------------------]   0 %: zoom 1");
    CHECK(progress_line(1, 4001, 3, "") == "[--------------------]   0 %, 3:20:00 left");
    // More answers than expected are shown as all.
    CHECK(progress_line(120, 100, 30, "") == "[####################] 100 %, 0:00 left");
    CHECK(progress_line(1200, 0, 30, "soak") == "1200 answers in 0:30: soak");
}

TEST_CASE("progress: a line of the terminal holds it")
{
    CHECK(progress_line(1, 2, 1, std::string(200, 'x')).size() == 79);
}
