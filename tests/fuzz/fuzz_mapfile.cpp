// SPDX-License-Identifier: MIT
// Any text is read without a crash, and a map that is read is written so that it reads the same.
#include "mapfile/check.hpp"
#include "mapfile/load.hpp"
#include "mapfile/writer.hpp"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    namespace mapfile = ms::mapfile;
    std::string_view const text{reinterpret_cast<char const*>(data), size};
    mapfile::LoadOptions const options{.reads_files = false};
    auto const loaded = mapfile::load_text(text, "/nonexistent", options);
    if (!loaded.map) {
        return 0;
    }
    static_cast<void>(mapfile::check(*loaded.map));
    auto const again = mapfile::load_text(mapfile::write(*loaded.map), "/nonexistent", options);
    if (!again.map || *again.map != *loaded.map) {
        std::abort();
    }
    return 0;
}
