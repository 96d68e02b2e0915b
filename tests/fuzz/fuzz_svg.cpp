// SPDX-License-Identifier: MIT
// Drawings of symbols, which an SLD may take from another server; and the names in those that are
// written.
#include "base/error.hpp"
#include "paint/svg.hpp"
#include "paint/svg_names.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    static_cast<void>(paint::with_own_names({data, size}));
    try {
        paint::Svg const drawing{{data, size}};
        if (!std::isfinite(drawing.width()) || !std::isfinite(drawing.height())) {
            std::abort();
        }
        static_cast<void>(drawing.draw({.scale = 16 / std::max(1.0, drawing.width())}));
    } catch (Error const&) { // no drawing
    }
    return 0;
}
