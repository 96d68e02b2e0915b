// SPDX-License-Identifier: MIT
#include "ows/template/legend.hpp"

#include "base/string.hpp"
#include "render/query/pick.hpp"
#include "style/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ms::ows::tmpl {

namespace {

using mapfile::LayerType;
using mapfile::Status;

bool is(std::string_view name, std::string_view requested)
{
    return equals_ignoring_case(name, requested);
}

/// MapServer's numbers of the types, as templates compare them.
int number_of(LayerType type) noexcept
{
    switch (type) {
    case LayerType::Unset:
    case LayerType::Point:
        return 0;
    case LayerType::Line:
        return 1;
    case LayerType::Polygon:
        return 2;
    case LayerType::Raster:
        return 3;
    case LayerType::Query:
        return 5;
    case LayerType::Circle:
        return 6;
    case LayerType::TileIndex:
        return 7;
    case LayerType::Chart:
        return 8;
    }
    return 0;
}

/// "1", "77.5", "1e+08"; -1 without a limit.
std::string scale_text(double limit)
{
    return fmt::format("{:g}", limit > 0 ? limit : -1);
}

/// opt_flag: which layers are shown although they would be left out. As in MapServer, groups
/// without it are shown whatever their layers are.
struct Allowance {
    explicit Allowance(Node const* block)
        : bits(block == nullptr
                   ? 0
                   : parse_int(block->tag.value("opt_flag", otherwise(*block))).value_or(0))
    {}

    static std::string_view otherwise(Node const& block)
    {
        return is(block.tag.name, "leg_group_html") ? "15" : "0";
    }

    [[nodiscard]] bool out_of_scale() const noexcept { return (bits & 1) != 0; }
    [[nodiscard]] bool off() const noexcept { return (bits & 2) != 0; }
    [[nodiscard]] bool queries() const noexcept { return (bits & 4) != 0; }

    int bits;
};

/// The subject of a block.
struct LegendItem {
    std::size_t layer = 0;
    std::optional<std::size_t> drawn_class{};
};

class LegendWriter {
public:
    LegendWriter(std::span<Node const> nodes, Page const& page, LegendTerms const& terms)
        : m_map(*page.call.map), m_page(page), m_terms(terms),
          m_header(block_in(nodes, "leg_header_html")),
          m_footer(block_in(nodes, "leg_footer_html")), m_group(block_in(nodes, "leg_group_html")),
          m_layer(block_in(nodes, "leg_layer_html")), m_class(block_in(nodes, "leg_class_html"))
    {}

    std::string write()
    {
        add(m_header, {});
        auto const layers = ordered_layers();
        if (m_group == nullptr) {
            std::ranges::for_each(layers, [&](std::size_t layer) { add_layer(layer); });
        } else {
            add_groups(layers);
        }
        add(m_footer, {});
        return std::move(m_out);
    }

private:
    static Node const* block_in(std::span<Node const> nodes, std::string_view name)
    {
        auto const found = std::ranges::find_if(nodes, [&](Node const& node) {
            return node.kind == Node::Kind::Block && is(node.tag.name, name);
        });
        return found == nodes.end() ? nullptr : &*found;
    }

    /// The last layer first, as it is on top; METADATA named by order_metadata sets another order,
    /// and values below 0 hide a layer. As in MapServer, a layer without the key stays where it is.
    [[nodiscard]] std::vector<std::size_t> ordered_layers() const
    {
        auto const* const ordered = m_layer == nullptr ? m_group : m_layer;
        auto const* const key = ordered == nullptr ? nullptr : ordered->tag.find("order_metadata");
        std::vector<std::pair<std::optional<int>, std::size_t>> places;
        for (std::size_t i = m_map.layers.size(); i-- > 0;) {
            auto const* const text = key == nullptr ? nullptr : m_map.layers[i].metadata.find(*key);
            auto const place =
                text == nullptr ? std::nullopt : std::optional{parse_int(*text).value_or(0)};
            if (place.value_or(0) >= 0) {
                places.emplace_back(place, i);
            }
        }
        // Neighbours change places, and no value passes a layer without one.
        for (auto first = places.begin(); first != places.end();) {
            auto const has_place = [](auto const& pair) { return pair.first.has_value(); };
            auto const last = std::find_if_not(first, places.end(), has_place);
            std::stable_sort(first, last,
                             [](auto const& a, auto const& b) { return a.first < b.first; });
            first = std::find_if(last, places.end(), has_place);
        }
        std::vector<std::size_t> layers;
        for (auto const& [place, layer] : places) {
            layers.push_back(layer);
        }
        return layers;
    }

    void add_groups(std::vector<std::size_t> const& layers)
    {
        std::vector<std::string_view> names;
        for (auto const layer : layers) {
            auto const& name = m_map.layers[layer].group;
            if (!name.empty() && std::ranges::find(names, name) == names.end()) {
                names.emplace_back(name);
            }
        }
        for (auto const name : names) {
            add_group(name, layers);
        }
    }

    void add_group(std::string_view name, std::vector<std::size_t> const& layers)
    {
        std::vector<std::size_t> members;
        std::ranges::copy_if(layers, std::back_inserter(members),
                             [&](std::size_t layer) { return m_map.layers[layer].group == name; });
        bool const is_shown = std::ranges::any_of(
            members, [&](std::size_t layer) { return takes_part(layer, m_group); });
        if (!is_shown) {
            return;
        }
        add(m_group, {.layer = on_top_of(name)});
        std::ranges::for_each(members, [&](std::size_t layer) { add_layer(layer); });
    }

    /// As in MapServer, the last layer of a group represents it, even if it is left out itself.
    [[nodiscard]] std::size_t on_top_of(std::string_view group) const
    {
        auto const found =
            std::find_if(m_map.layers.rbegin(), m_map.layers.rend(),
                         [&](mapfile::Layer const& layer) { return layer.group == group; });
        return static_cast<std::size_t>(m_map.layers.rend() - found) - 1;
    }

    void add_layer(std::size_t layer)
    {
        if (takes_part(layer, m_layer) && is_seen(layer)) {
            add(m_layer, {.layer = layer});
        }
        auto const& classes = m_map.layers[layer].classes;
        for (std::size_t i = 0; m_class != nullptr && i < classes.size(); ++i) {
            bool const is_hit = m_terms.hits == nullptr || m_terms.hits->contains(layer, i);
            if (is_hit && !classes[i].name.empty() && takes_part(layer, m_class)) {
                add(m_class, {.layer = layer, .drawn_class = i});
            }
        }
    }

    /// Whether the map shows a feature of it; rasters count as seen.
    [[nodiscard]] bool is_seen(std::size_t layer) const
    {
        return m_terms.hits == nullptr || m_terms.hits->contains_any(layer) ||
               m_map.layers[layer].type == LayerType::Raster;
    }

    [[nodiscard]] bool is_on(std::size_t layer) const
    {
        return layer < m_terms.statuses.size() && m_terms.statuses[layer] != Status::Off;
    }

    [[nodiscard]] bool is_in_scale(std::size_t layer) const
    {
        return style::is_in_layer_scale(m_map.layers[layer], m_page.view.scale_denominator);
    }

    [[nodiscard]] bool takes_part(std::size_t layer, Node const* block) const
    {
        Allowance const allowed{block};
        return (is_on(layer) || allowed.off()) && (is_in_scale(layer) || allowed.out_of_scale()) &&
               (m_map.layers[layer].type != LayerType::Query || allowed.queries());
    }

    void add(Node const* block, LegendItem const& subject)
    {
        if (block != nullptr) {
            add(block->children, subject);
        }
    }

    void add(std::span<Node const> nodes, LegendItem const& subject)
    {
        for (auto const& node : nodes) {
            check_page_size(m_page, m_out.size());
            bool const is_if = node.kind == Node::Kind::Block && is(node.tag.name, "if");
            if (is_if) {
                add(holds(node.tag, subject) ? node.children : node.otherwise, subject);
            } else if (auto text =
                           node.kind == Node::Kind::Tag ? value(node.tag, subject) : std::nullopt) {
                m_out += *text;
            } else {
                m_out += expand({&node, 1}, m_page);
            }
        }
    }

    [[nodiscard]] std::optional<std::string> value(Tag const& tag, LegendItem const& subject) const
    {
        if (m_map.layers.empty()) {
            return std::nullopt;
        }
        auto const& layer = m_map.layers[subject.layer];
        if (is(tag.name, "leg_group_name") || is(tag.name, "leg_layer_group")) {
            return layer.group;
        }
        if (is(tag.name, "leg_layer_name")) {
            return layer.name;
        }
        if (is(tag.name, "leg_layer_index")) {
            return std::to_string(subject.layer);
        }
        if (is(tag.name, "leg_layer_minscale") || is(tag.name, "leg_layer_minscaledenom")) {
            return scale_text(layer.min_scale_denominator);
        }
        if (is(tag.name, "leg_layer_maxscale") || is(tag.name, "leg_layer_maxscaledenom")) {
            return scale_text(layer.max_scale_denominator);
        }
        if (is(tag.name, "leg_icon")) {
            return icon(tag, subject);
        }
        if (is(tag.name, "metadata")) {
            return metadata(tag.value("name", ""), subject);
        }
        return subject.drawn_class ? class_value(tag, layer.classes[*subject.drawn_class], subject)
                                   : std::nullopt;
    }

    static std::optional<std::string> class_value(Tag const& tag, mapfile::Class const& shown,
                                                  LegendItem const& subject)
    {
        if (is(tag.name, "leg_class_name")) {
            return shown.name;
        }
        if (is(tag.name, "leg_class_title")) {
            return shown.title;
        }
        if (is(tag.name, "leg_class_index")) {
            return std::to_string(*subject.drawn_class);
        }
        if (is(tag.name, "leg_class_minscale") || is(tag.name, "leg_class_minscaledenom")) {
            return scale_text(shown.min_scale_denominator);
        }
        if (is(tag.name, "leg_class_maxscale") || is(tag.name, "leg_class_maxscaledenom")) {
            return scale_text(shown.max_scale_denominator);
        }
        return std::nullopt;
    }

    /// KEYSIZE, unless the tag has a size within its limits.
    [[nodiscard]] std::string icon(Tag const& tag, LegendItem const& subject) const
    {
        static constexpr int largest = 1000;
        auto const side = [&tag](char const* name, int otherwise) {
            return std::clamp(parse_int(tag.value(name, "")).value_or(otherwise), 1, largest);
        };
        auto const& size = m_map.legend.key_size;
        auto const number = subject.drawn_class.value_or(0);
        if (number >= m_map.layers[subject.layer].classes.size()) {
            return {};
        }
        return m_terms.icon_address(IconRequest{
            .layer = subject.layer,
            .drawn_class = number,
            .size = {.width = side("width", size.width), .height = side("height", size.height)}});
    }

    /// Of the layer, else of WEB.
    [[nodiscard]] std::optional<std::string> metadata(std::string_view name,
                                                      LegendItem const& subject) const
    {
        auto const* text = m_map.layers[subject.layer].metadata.find(name);
        text = text == nullptr ? m_map.web.metadata.find(name) : text;
        return text == nullptr ? std::nullopt : std::optional{*text};
    }

    [[nodiscard]] std::optional<std::string> known_value(std::string_view name,
                                                         LegendItem const& subject) const
    {
        auto const& layer = m_map.layers[subject.layer];
        if (is(name, "layer_status")) {
            return std::to_string(
                is_on(subject.layer) ? static_cast<int>(m_terms.statuses[subject.layer]) : 0);
        }
        if (is(name, "layer_visible")) {
            return is_on(subject.layer) && is_in_scale(subject.layer) ? "1" : "0";
        }
        if (is(name, "layer_queryable")) {
            return render::is_queryable(layer) ? "1" : "0";
        }
        if (is(name, "layer_type")) {
            return std::to_string(number_of(layer.type));
        }
        if (is(name, "layer_name")) {
            return layer.name;
        }
        if (is(name, "layer_group") || is(name, "group_name")) {
            return layer.group;
        }
        if (is(name, "class_name") && subject.drawn_class) {
            return layer.classes[*subject.drawn_class].name;
        }
        return metadata(name, {.layer = subject.layer});
    }

    [[nodiscard]] bool holds(Tag const& condition, LegendItem const& subject) const
    {
        auto const found =
            m_map.layers.empty() ? std::nullopt : known_value(condition.value("name", ""), subject);
        return compares(condition, found);
    }

    mapfile::Map const& m_map;
    Page const& m_page;
    LegendTerms const& m_terms;
    Node const* m_header;
    Node const* m_footer;
    Node const* m_group;
    Node const* m_layer;
    Node const* m_class;
    std::string m_out;
};

} // namespace

std::string legend(std::span<Node const> nodes, Page const& page, LegendTerms const& terms)
{
    return LegendWriter{nodes, page, terms}.write();
}

} // namespace ms::ows::tmpl
