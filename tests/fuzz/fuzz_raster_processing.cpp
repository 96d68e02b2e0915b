// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "base/string.hpp"
#include "style/raster_processing.hpp"

#include <cstdint>

/// Lines of PROCESSING, for a byte band and a band of floats.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    ms::mapfile::Layer layer;
    for (auto const line : ms::split({reinterpret_cast<char const*>(data), size}, '\n')) {
        layer.processing.emplace_back(line);
    }
    ms::raster::Header header;
    header.bands = {{.type = ms::raster::SampleType::Byte},
                    {.type = ms::raster::SampleType::Other, .is_alpha = true}};
    try {
        // Files of LUT hold the same text.
        std::string_view const text{reinterpret_cast<char const*>(data), size};
        auto const processing = ms::style::parse_raster_processing(
            layer, [&](std::string_view /*name*/) { return std::string{text}; });
        auto const bands = ms::style::bands_of(processing, header, false);
        static_cast<void>(ms::style::no_data_of(processing, header, bands));
        static_cast<void>(ms::style::scales_of(processing, bands, [](int) {
            return ms::style::ScaleRange{0, 0};
        }));
    } catch (ms::PublicError const&) { // errors are reported
    }
    return 0;
}
