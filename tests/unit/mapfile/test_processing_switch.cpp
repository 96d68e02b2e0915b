// SPDX-License-Identifier: MIT
#include "mapfile/processing_switch.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace ms::mapfile;

// As MapServer 8.0.0 reads LOAD_FULL_RES_IMAGE and USE_MASK_BAND.
TEST_CASE("switches of PROCESSING: four words are off, every other value is on")
{
    auto const is_on = [](std::string const& value) {
        Layer layer;
        layer.processing.push_back("USE_MASK_BAND=" + value);
        return is_processing_on(layer, "USE_MASK_BAND", false);
    };
    for (auto const* const off : {"NO", "no", "FALSE", "Off", "0", " NO "}) {
        CAPTURE(off);
        CHECK_FALSE(is_on(off));
    }
    for (auto const* const on : {"YES", "true", "ON", "1", "Y", "N", "nix", ""}) {
        CAPTURE(on);
        CHECK(is_on(on));
    }
    CHECK(is_processing_on({}, "USE_MASK_BAND", true));
    CHECK_FALSE(is_processing_on({}, "USE_MASK_BAND", false));
}
