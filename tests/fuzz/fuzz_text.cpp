// SPDX-License-Identifier: MIT
#include "text/block.hpp"
#include "text/font_cache.hpp"
#include "text/wrap.hpp"

#include <cmath>
#include <cstdlib>

// Label texts come from data: any bytes, wrapped, set and measured. The first two bytes are WRAP
// and MAXLENGTH.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms::text;
    if (size < 2) {
        return 0;
    }
    static FontCache cache;
    static FontList const fonts{cache.default_font()};
    std::string_view const said{reinterpret_cast<char const*>(data) + 2, size - 2};
    auto const lines = wrap(said, static_cast<char>(data[0]), data[1]);
    auto const block = lay_out(lines, {fonts, 13, 17, Align::Default});
    for (auto const& glyph : block.glyphs) {
        bool const is_sound = glyph.font == fonts.front().get() && std::isfinite(glyph.at.x) &&
                              std::isfinite(glyph.at.y) && std::isfinite(glyph.advance);
        if (!is_sound) {
            std::abort();
        }
    }
    return 0;
}
