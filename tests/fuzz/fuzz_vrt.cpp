// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "source/raster/vrt.hpp"

#include <cstdint>
#include <string_view>

/// The text of a VRT: names of its sources, or the error in it.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    try {
        static_cast<void>(
            ms::source::raster::names_in_vrt({reinterpret_cast<char const*>(data), size}, "/data"));
    } catch (ms::Error const&) { // errors are reported
    }
    return 0;
}
