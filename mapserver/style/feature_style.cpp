// SPDX-License-Identifier: MIT
#include "style/feature_style.hpp"

#include "base/string.hpp"
#include "mapfile/load.hpp"

namespace ms::style {

namespace {

constexpr std::size_t longest = 1U << 16U; ///< bytes

bool starts_with_word(std::string_view text, std::string_view word)
{
    return text.size() > word.size() && equals_ignoring_case(text.substr(0, word.size()), word);
}

/// Parsed as one class of a separate map; only its drawing parts are used.
std::optional<mapfile::Class> parse_mapfile_class(std::string_view text)
{
    bool const is_class = starts_with_word(text, "class");
    std::string source = "MAP LAYER TYPE LINE ";
    source += is_class ? "" : "CLASS ";
    source.append(text);
    source += is_class ? " END END" : " END END END";
    auto loaded = mapfile::load_text(source, ".", {.reads_files = false});
    if (!loaded.map || loaded.map->layers.empty() || loaded.map->layers.front().classes.empty()) {
        return std::nullopt;
    }
    auto const& parsed = loaded.map->layers.front().classes.front();
    mapfile::Class drawn;
    drawn.styles = parsed.styles;
    drawn.labels = parsed.labels;
    drawn.leader = parsed.leader;
    drawn.text = parsed.text;
    return drawn;
}

} // namespace

std::optional<FeatureStyle> parse_feature_style(mapfile::Map const& map, std::string_view text,
                                                OgrContext const& context)
{
    if (text.size() > longest) {
        return std::nullopt;
    }
    if (context.texts == StyleTexts::OfOgr) {
        return FeatureStyle{parse_ogr_class(map, text, context), false};
    }
    text = trim(text);
    if (starts_with_word(text, "style") || starts_with_word(text, "class")) {
        auto drawn = parse_mapfile_class(text);
        return drawn ? std::optional{FeatureStyle{*std::move(drawn)}} : std::nullopt;
    }
    for (std::string_view const tool : {"pen", "brush", "symbol", "label"}) {
        if (starts_with_word(text, tool)) {
            return FeatureStyle{parse_ogr_class(map, text, context), false};
        }
    }
    return std::nullopt;
}

Scaling scaling_of(FeatureStyle const& style, Scaling const& of_layer) noexcept
{
    return {style.has_layer_scale ? of_layer.factor : 1, of_layer.resolution_factor};
}

} // namespace ms::style
