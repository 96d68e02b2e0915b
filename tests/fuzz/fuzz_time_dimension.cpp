// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "ows/wms/dimensions.hpp"
#include "ows/wms/nearest_time.hpp"
#include "ows/wms/time_dimension.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

/// A layer with a time and a height, whose extents are the same text.
ms::mapfile::Layer layer_of(std::string_view extent, bool has_nearest)
{
    ms::mapfile::Layer layer;
    auto const set = [&](char const* key, std::string_view value) {
        layer.metadata.set(key, std::string{value});
    };
    set("wms_timeitem", "t");
    set("wms_timeextent", extent);
    set("wms_timedefault", "2020");
    set("wms_dimensionlist", "height");
    set("wms_height_item", "h");
    set("wms_height_units", "m");
    set("wms_height_extent", extent);
    set("wms_height_default", "1");
    if (has_nearest) {
        set("wms_time_nearestvalue", "1");
        set("wms_height_nearestvalue", "1");
    }
    return layer;
}

/// Errors are the client's, or of the extent.
void try_it(auto choose)
{
    try {
        static_cast<void>(choose());
    } catch (ms::Error const& error) {
        if (error.kind() != ms::ErrorKind::BadRequest &&
            error.kind() != ms::ErrorKind::BadMapfile) {
            std::abort();
        }
    }
}

} // namespace

// TIME or a dimension of a client, and behind a line break the extent in METADATA.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    namespace wms = ows::wms;
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    auto const value = text.substr(0, text.find('\n'));
    auto const extent =
        value.size() == size ? std::string_view{"2000/2030/P1M"} : text.substr(value.size() + 1);
    for (bool const has_nearest : {false, true}) {
        auto const layer = layer_of(extent, has_nearest);
        try_it([&] { return wms::choose_time(layer, std::string{value}); });
        try_it([&] { return wms::choose_dimensions(layer, {{"DIM_HEIGHT", std::string{value}}}); });
    }
    return 0;
}
