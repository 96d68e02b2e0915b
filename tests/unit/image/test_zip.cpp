// SPDX-License-Identifier: MIT
#include "image/zip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

using namespace ms;

namespace {

bool contains(std::vector<std::uint8_t> const& file, std::string_view text)
{
    return std::search(file.begin(), file.end(), text.begin(), text.end()) != file.end();
}

} // namespace

TEST_CASE("zip: an archive with the entries in order; equal entries give equal bytes")
{
    std::vector<image::ZipEntry> const entries{{"a.txt", std::vector<std::uint8_t>(1000, 'x')},
                                               {"b/c.bin", {}}};
    auto const file = image::zip(entries);
    REQUIRE(file.size() > 60);
    CHECK(contains(file, "PK\3\4"));
    CHECK(contains(file, "PK\5\6"));
    CHECK(contains(file, "a.txt"));
    CHECK(contains(file, "b/c.bin"));
    CHECK(file.size() < 400); // deflated
    CHECK(image::zip(entries) == file);
    CHECK(contains(image::zip({}), "PK\5\6"));
}
