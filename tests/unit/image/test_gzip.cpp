// SPDX-License-Identifier: MIT
#include "image/gzip.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

// RFC 1952 2.3: ID1, ID2, CM 8, FLG, MTIME ... ISIZE.
TEST_CASE("gzip: a file without name and time, so that equal bytes give equal files")
{
    constexpr std::string_view text = "<svg/><svg/><svg/>";
    auto const file =
        ms::image::gzip({reinterpret_cast<std::uint8_t const*>(text.data()), text.size()});
    REQUIRE(file.size() > 18);
    CHECK(file[0] == 0x1F);
    CHECK(file[1] == 0x8B);
    CHECK(file[2] == 8);
    CHECK(file[3] == 0); // neither name nor comment
    for (std::size_t i = 4; i < 8; ++i) {
        CHECK(file[i] == 0); // no time
    }
    CHECK(file[file.size() - 4] == text.size());
    CHECK(ms::image::gzip({}).size() > 0);
}

TEST_CASE("gzip: what is decompressed is what was compressed; another file is an error")
{
    std::vector<std::uint8_t> const bytes(5000, 7);
    auto file = ms::image::gzip(bytes);
    CHECK(ms::image::gunzip(file, bytes.size()) == bytes);
    CHECK(ms::image::gunzip(ms::image::gzip({}), 0).empty());
    CHECK_THROWS_AS((void)ms::image::gunzip(file, bytes.size() - 1), ms::Error);
    file.back() ^= 1;
    CHECK_THROWS_AS((void)ms::image::gunzip(file, bytes.size()), ms::Error);
}
