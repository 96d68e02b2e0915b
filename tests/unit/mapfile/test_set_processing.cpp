// SPDX-License-Identifier: MIT
#include "mapfile/set_processing.hpp"

#include <doctest/doctest.h>

using ms::mapfile::Layer;
using ms::mapfile::set_processing;

namespace {

using Lines = std::vector<std::string>;

Lines lines_with(std::string_view key, std::optional<std::string_view> value)
{
    Layer layer;
    layer.processing = {"BANDS=1", "scale = AUTO", "DITHER=YES", "SCALE=0,9"};
    set_processing(layer, key, value);
    return layer.processing;
}

} // namespace

TEST_CASE("set processing: the first one with the key is replaced where it is, the others go")
{
    CHECK(lines_with("SCALE", "1,2") == Lines{"BANDS=1", "SCALE=1,2", "DITHER=YES"});
}

TEST_CASE("set processing: a new key comes last")
{
    CHECK(lines_with("GAMMA", "2").back() == "GAMMA=2");
}

TEST_CASE("set processing: without a value all with the key go")
{
    CHECK(lines_with("SCALE", std::nullopt) == Lines{"BANDS=1", "DITHER=YES"});
}
