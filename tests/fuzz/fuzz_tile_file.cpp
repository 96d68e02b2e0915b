// SPDX-License-Identifier: MIT
// Files of a tile store.
#include "base/error.hpp"
#include "store/tile_file.hpp"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    try {
        auto const found = ms::store::parse_tile_file({data, size});
        // What is read is written back, byte by byte.
        auto const again = ms::store::tile_file(
            {.key = {.tileset = found.tileset}, .tile = found.tile, .state = found.state});
        if (!std::equal(again.begin(), again.end(), data, data + size)) {
            std::abort();
        }
    } catch (ms::Error const&) { // not a file of ours
    }
    return 0;
}
