// SPDX-License-Identifier: MIT
#include "image/encoder.hpp"

#include <doctest/doctest.h>

using namespace ms::image;

TEST_CASE("encoder: found by the driver's name in any case")
{
    REQUIRE(find_encoder("png") != nullptr);
    CHECK(find_encoder("png")->mime_type == "image/png");
    CHECK(find_encoder("Jpeg")->mime_type == "image/jpeg");
    CHECK(find_encoder("TIFF") == nullptr);
    CHECK(find_encoder("") == nullptr);
}
