// SPDX-License-Identifier: MIT
#include "mapfile/scale_token.hpp"

#include "base/string.hpp"

namespace ms::mapfile {

std::string_view value_at(ScaleToken const& token, double scale_denominator) noexcept
{
    std::string_view value;
    for (auto const& [limit, text] : token.values) {
        if (value.data() == nullptr || limit <= scale_denominator) {
            value = text;
        }
    }
    return value;
}

Layer at_scale(Layer const& layer, double scale_denominator)
{
    Layer changed = layer;
    changed.scale_tokens.clear();
    for (auto const& token : layer.scale_tokens) {
        auto const value = value_at(token, scale_denominator);
        auto const replace = [&](std::string& text) {
            text = replace_all(text, token.name, value);
        };
        for (auto* const text : {&changed.data, &changed.tile_index, &changed.tile_item,
                                 &changed.filter.text, &changed.filter_item}) {
            replace(*text);
        }
        for (auto& directive : changed.processing) {
            replace(directive);
        }
    }
    return changed;
}

} // namespace ms::mapfile
