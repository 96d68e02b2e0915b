// SPDX-License-Identifier: MIT
#include "script/style.hpp"

#include "base/string.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/map.hpp"

#include <algorithm>
#include <array>

namespace ms::script {

int styleObj::setSymbolByName(mapObj& map, Text const& requested)
{
    auto const index = map.symbolset.index(requested);
    block.symbol.value = {.index = std::max(index, 0), .name = index < 0 ? "" : requested.str()};
    touch();
    return index < 0 ? MS_UNKNOWN : index;
}

void styleObj::setGeomTransform(Text const& transform)
{
    constexpr std::array<std::string_view, 8> known{"bbox",      "centroid", "end",   "labelpnt",
                                                    "labelpoly", "outer",    "start", "vertices"};
    auto const& text = transform.str();
    bool const is_known = text.empty() || text.starts_with('(') ||
                          std::ranges::find(known, to_lower(text)) != known.end();
    fail_if(!is_known, MS_MISCERR, "msStyleSetGeomTransform()",
            "unknown transform \"" + text + '"');
    block.geom_transform = text;
    touch();
}

} // namespace ms::script
