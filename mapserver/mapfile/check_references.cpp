// SPDX-License-Identifier: MIT
// Checks names of symbols, fonts, layers and groups, and words from fixed sets.
#include "mapfile/check.hpp"

#include "base/similar.hpp"
#include "base/string.hpp"
#include "image/composite.hpp"
#include "image/filter.hpp"
#include "mapfile/walk.hpp"

#include <algorithm>
#include <span>
#include <unordered_set>

namespace ms::mapfile {

namespace {

constexpr std::string_view geom_transforms[]{
    "start", "end", "vertices", "bbox", "centroid", "labelpnt", "labelpoly", "labelcenter",
};

bool is_one_of(std::span<std::string_view const> words, std::string_view text)
{
    return std::ranges::any_of(words,
                               [text](auto word) { return equals_ignoring_case(word, text); });
}

std::string in_quotes(std::string_view text)
{
    return '"' + std::string{text} + '"';
}

/// The known names, for messages about an unknown one.
template <typename Named>
std::vector<std::string_view> names_of(std::vector<Named> const& all)
{
    std::vector<std::string_view> names;
    for (auto const& each : all) {
        names.emplace_back(each.name);
    }
    return names;
}

class References {
public:
    References(Map const& map, ProblemList& problems) : m_map(map), m_problems(problems) {}

    void check_style(Style const& style)
    {
        auto const& symbol = style.symbol;
        bool const is_url = starts_with_ignoring_case(symbol.value.name, "http");
        if (symbol.is_constant() && !is_url) {
            check_symbol(symbol.value, symbol.at);
        }
        auto const& transform = style.geom_transform;
        if (!transform.empty() && !transform.starts_with('(') &&
            !is_one_of(geom_transforms, transform)) {
            m_problems.error(style.geom_transform_at, "GEOMTRANSFORM " + in_quotes(transform) +
                                                          " is unknown" +
                                                          suggestion(transform, geom_transforms));
        }
    }

    /// FONT may be a list of alternatives for characters that the first one lacks, each optionally
    /// with its script: "sans,ar:arabic".
    void check_font(std::string_view fonts, Position const& at)
    {
        for (auto font : split(fonts, ',')) {
            font = font.substr(font.find(':') + 1); // npos + 1 is 0
            if (!fonts.empty() && m_map.find_font(trim(font)) == nullptr) {
                m_problems.error(at, "no font of the FONTSET has the name " + in_quotes(font) +
                                         suggestion(trim(font), names_of(m_map.fonts)));
            }
        }
    }

    void check_layer(Layer const& layer)
    {
        if (!layer.mask.empty() && m_map.find_layer(layer.mask) == nullptr &&
            layer.mask.find('%') == std::string::npos) {
            m_problems.error(layer.at, "MASK " + in_quotes(layer.mask) + " is no layer" +
                                           suggestion(layer.mask, names_of(m_map.layers)));
        }
        if (!layer.name.empty() && !m_layer_names.insert(layer.name).second) {
            m_problems.warning(layer.at, "another LAYER has the NAME " + in_quotes(layer.name));
        }
        if (!layer.class_group.empty() &&
            std::ranges::none_of(layer.classes, [&](auto const& klass) {
                return klass.group == layer.class_group;
            })) {
            m_problems.warning(layer.at,
                               "no CLASS has the GROUP of CLASSGROUP; all classes are drawn");
        }
        for (auto const& compositor : layer.compositors) {
            check_compositor(compositor);
        }
        if (layer.type == LayerType::Point && layer.geom_transform.empty()) {
            for (auto const& klass : layer.classes) {
                std::ranges::for_each(klass.styles,
                                      [this](Style const& style) { check_marker(style); });
            }
        }
    }

private:
    /// A POINT layer draws a marker at every vertex, also of lines and areas; symbol 0 draws
    /// nothing.
    void check_marker(Style const& style)
    {
        bool const has_color = !style.color.is_constant() || style.color.value.has_value() ||
                               !style.outline_color.is_constant() ||
                               style.outline_color.value.has_value();
        auto const& symbol = style.symbol;
        if (has_color && style.geom_transform.empty() && symbol.is_constant() &&
            symbol.value.name.empty() && symbol.value.index == 0) {
            m_problems.warning(style.at, "a STYLE of a POINT layer draws nothing without a SYMBOL");
        }
    }

    void check_compositor(Compositor const& compositor)
    {
        if (!compositor.comp_op.empty() && !image::find_operator(compositor.comp_op)) {
            m_problems.error(compositor.at,
                             "COMPOP " + in_quotes(compositor.comp_op) + " is unknown");
        }
        for (auto const& filter : compositor.filters) {
            if (!image::parse_filter(filter)) {
                m_problems.error(compositor.at, "COMPFILTER " + in_quotes(filter) + " is unknown");
            }
        }
    }

    void check_symbol(SymbolReference const& reference, Position const& at)
    {
        auto const index =
            reference.name.empty() ? reference.index : m_map.find_symbol(reference.name);
        auto const count = static_cast<int>(m_map.symbols.size());
        if (index < 0 || index >= count) {
            m_problems.error(at, "no symbol has the name or number " +
                                     (reference.name.empty() ? std::to_string(reference.index)
                                                             : in_quotes(reference.name)) +
                                     suggestion(reference.name, names_of(m_map.symbols)));
            return;
        }
        auto const& symbol = m_map.symbols[static_cast<std::size_t>(index)];
        if (symbol.type == SymbolType::TrueType) {
            check_font(symbol.font, at);
        }
    }

    Map const& m_map;
    ProblemList& m_problems;
    std::unordered_set<std::string> m_layer_names;
};

} // namespace

void check_references(Map const& map, ProblemList& problems)
{
    References references{map, problems};
    for (auto const& layer : map.layers) {
        references.check_layer(layer);
        for (auto const& klass : layer.classes) {
            for (auto const& label : klass.labels) {
                references.check_font(label.font.value, label.font.at);
            }
        }
    }
    for_each_style(map, [&references](Style const& style) { references.check_style(style); });
}

} // namespace ms::mapfile
