// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "mapfile/config_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    try {
        auto const config = ms::mapfile::parse_config_file(
            {reinterpret_cast<char const*>(data), size}, "/nonexistent");
        static_cast<void>(config.map_path("INDEX"));
    } catch (ms::Error const&) {
        // reports the errors of the text
    }
    return 0;
}
