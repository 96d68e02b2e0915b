// SPDX-License-Identifier: MIT
// Bundles of a tile store: the input is one, of which the first and the last tile are read.
#include "base/error.hpp"
#include "own_folder.hpp"
#include "store/bundle.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using ms::store::Bundle;
    static ms::fuzz::OwnFolder const folder;
    auto const path = folder.put("R0000C0000.bundle", {reinterpret_cast<char const*>(data), size});
    for (auto const slot : {std::size_t{0}, Bundle::slots - 1}) {
        try {
            auto const bundle = Bundle::open(path, Bundle::Use::Existing);
            (void)bundle->read(slot);
            (void)bundle->write(slot, std::array<std::uint8_t, 3>{1, 2, 3});
            (void)bundle->count();
            bundle->compact();
        } catch (ms::Error const&) { // not a bundle
        }
    }
    return 0;
}
