// SPDX-License-Identifier: MIT
#include "sld/rules.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "expr/print.hpp"
#include "mapfile/set_processing.hpp"
#include "sld/cases.hpp"
#include "sld/css.hpp"
#include "sld/filter_context.hpp"
#include "sld/raster_symbolizer.hpp"
#include "sld/rule.hpp"
#include "sld/size_units.hpp"
#include "style/class_index.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace ms::sld {

namespace {

using mapfile::LayerType;

constexpr std::size_t max_classes = 1000;
constexpr std::size_t longest_filter = std::size_t{1} << 20U; ///< bytes
constexpr int highest_filter = 150;                           ///< levels of the tree

/// Memory of a class with its styles and labels, and of the copy that is drawn.
std::size_t bytes_of(mapfile::Class const& made)
{
    auto bytes = sizeof made + made.expression.text.size();
    bytes += made.styles.size() * sizeof(mapfile::Style);
    for (auto const& label : made.labels) {
        bytes += sizeof label + label.text.text.size();
        bytes += label.styles.size() * sizeof(mapfile::Style);
    }
    return 2 * bytes;
}

struct Symbolizer {
    std::string_view name;
    LayerType type; ///< required type of a layer; Unset: any
    void (*append)(XmlNode const&, SymbolBuilder&, mapfile::Class&);
};

constexpr std::array symbolizers{
    Symbolizer{"PointSymbolizer", LayerType::Point, &append_point},
    Symbolizer{"LineSymbolizer", LayerType::Line, &append_line},
    Symbolizer{"PolygonSymbolizer", LayerType::Polygon, &append_polygon},
    Symbolizer{"TextSymbolizer", LayerType::Unset, &append_text},
};

Symbolizer const* find_symbolizer(XmlNode const& node)
{
    auto const* const found =
        std::ranges::find(symbolizers, std::string_view{node.name}, &Symbolizer::name);
    return found == symbolizers.end() ? nullptr : found;
}

/// The symbolizer of the highest dimension determines the layer's type, as in MapServer; points and
/// texts fit any type.
LayerType drawn_as(XmlNode const& named_layer, LayerType type)
{
    bool has_polygon = false;
    bool has_line = false;
    for (auto const& child : named_layer.children) {
        for_each_rule(child, [&](XmlNode const& rule) {
            for (auto const& symbolizer : rule.children) {
                auto const* const row = find_symbolizer(symbolizer);
                has_polygon |= row != nullptr && row->type == LayerType::Polygon;
                has_line |= row != nullptr && row->type == LayerType::Line;
            }
        });
    }
    return has_polygon ? LayerType::Polygon : has_line ? LayerType::Line : type;
}

mapfile::Class class_of(XmlNode const& rule, SymbolBuilder& builder, fes::Context const& filters)
{
    mapfile::Class made{.name = rule.text_of("Name"), .title = rule.text_of("Title")};
    if (made.name.empty()) {
        made.name = made.title; // as in MapServer; the Title of a Description does not count
    }
    if (made.title.empty()) {
        made.title = rule.text_of("Description/Title");
    }
    auto const scales = scale_limits_of(rule);
    made.min_scale_denominator = scales.min;
    made.max_scale_denominator = scales.max;
    made.is_fallback = rule.child("ElseFilter") != nullptr;
    if (auto const* const filter = rule.child("Filter")) {
        auto const condition = fes::parse_filter(*filter, filters);
        if (!condition.is_always_true()) {
            made.expression = {.kind = mapfile::ExpressionKind::Logical,
                               .text = text_of(condition)};
        }
    }
    for (auto const& child : rule.children) {
        if (auto const* const row = find_symbolizer(child)) {
            ClassEnd const before{made.styles.size(), made.labels.size()};
            row->append(child, builder, made);
            if (builder.has_ground_sizes()) {
                keep_pixels(child, before, made);
            }
        } else if (child.name == "RasterSymbolizer") {
            refuse("<RasterSymbolizer> does not draw a vector layer");
        }
    }
    // As in MapServer: the point blocks other texts although nothing is drawn there.
    if (builder.layer_type() == mapfile::LayerType::Point && made.styles.empty() &&
        !made.labels.empty()) {
        made.styles.emplace_back();
    }
    return made;
}

/// The classes of one UserStyle. \param unnamed begins the names of rules without one
void append_style(XmlNode const& user_style, std::string const& group, SymbolBuilder& builder,
                  fes::Context const& filters, std::string const& unnamed,
                  std::vector<mapfile::Class>& out, Budget& budget)
{
    std::uint32_t rule_set = 0;
    auto const append = [&](XmlNode const& rule) {
        if (out.size() == max_classes) {
            refuse("a layer has more than 1000 rules");
        }
        budget.work();
        auto made = class_of(rule, builder, filters);
        budget.keep(bytes_of(made));
        if (made.is_fallback && made.styles.empty() && made.labels.empty()) {
            return;
        }
        made.group = group;
        made.rule_set = rule_set;
        if (made.name.empty()) {
            made.name = unnamed + '#' + std::to_string(out.size());
        }
        out.push_back(std::move(made));
    };
    for_each_rule_set(user_style, [&](XmlNode const& type_style) {
        rule_set = out.empty() ? 0 : out.back().rule_set + 1;
        for_each_rule_of_set(type_style, [&](XmlNode const& rule) { for_each_case(rule, append); });
    });
}

bool is_default(XmlNode const& user_style)
{
    auto const text = user_style.text_of("IsDefault");
    return text == "1" || equals_ignoring_case(text, "true");
}

/// Its Name; "default" for the default one of several, which is drawn alone with or without a name.
std::string group_of(XmlNode const& user_style, XmlNode const& named_layer)
{
    auto name = user_style.text_of("Name");
    if (!name.empty() || !is_default(user_style)) {
        return name;
    }
    auto const styles = std::ranges::count(named_layer.children, "UserStyle", &XmlNode::name);
    return styles > 1 ? "default" : "";
}

void set_filter(std::string text, mapfile::Layer& layer)
{
    layer.filter = {
        .kind = mapfile::ExpressionKind::Logical, .text = std::move(text), .at = layer.filter.at};
    layer.filter_item.clear();
}

expr::Expression with_filter(mapfile::Layer const& layer, expr::Expression const& condition)
{
    return expr::both(style::condition_of(layer.filter, layer.filter_item), condition);
}

void apply_constraints(XmlNode const& constraints, fes::Context const& filters,
                       mapfile::Layer& layer)
{
    XmlNode const* constraint = nullptr;
    for (auto const& child : constraints.children) {
        if (child.name == "FeatureTypeConstraint") {
            if (constraint != nullptr) {
                refuse("Only one single FeatureTypeConstraint element per LayerFeatureConstraints "
                       "is supported");
            }
            constraint = &child;
        }
    }
    if (constraint == nullptr) {
        return;
    }
    for (auto const* const unsupported : {"FeatureTypeName", "Extent"}) {
        if (constraint->child(unsupported) != nullptr) {
            refuse(std::string{unsupported} + " element is not supported in FeatureTypeConstraint");
        }
    }
    if (auto const* const filter = constraint->child("Filter")) {
        auto const condition = fes::parse_filter(*filter, filters);
        if (!condition.is_always_true()) {
            set_filter(text_of(with_filter(layer, condition)), layer);
        }
    }
}

/// Features without a rule need not be fetched: the conditions of all rules, joined by OR, become a
/// FILTER, which a database evaluates with its indexes. Left out where it would be too long for an
/// expression, and for times, which a database compares in its own way: the rules mean the same
/// without it. In files, as in MapServer, queries find what no rule draws, as they do in CLASSes.
void fetch_only_what_is_drawn(mapfile::Layer& layer)
{
    if (layer.connection_type != mapfile::ConnectionType::PostGis) {
        return;
    }
    std::size_t bytes = 0;
    for (auto const& drawn : layer.classes) {
        bytes += drawn.expression.text.size();
        if (drawn.is_fallback || !drawn.expression.is_set() || bytes > longest_filter) {
            return;
        }
    }
    std::vector<expr::Expression> conditions;
    for (auto const& drawn : layer.classes) {
        conditions.push_back(expr::parse(drawn.expression.text));
    }
    auto const any = expr::any_of(conditions);
    if (any.root() == nullptr || any.uses_times() || any.root()->height >= highest_filter) {
        return;
    }
    auto text = expr::print(with_filter(layer, any));
    if (can_be_read(text)) {
        set_filter(std::move(text), layer);
        if (layer.classes.size() == 1) {
            layer.classes.front().is_filtered = true; // evaluated once
        }
    }
}

void apply_user_styles(XmlNode const& named_layer, SymbolBuilder& builder, mapfile::Layer& layer,
                       fes::Context const& filters, Budget& budget)
{
    auto const own_type = layer.type;
    layer.type = drawn_as(named_layer, own_type);
    auto const ground_units = size_units_of(named_layer);
    builder.set_ground_sizes(ground_units.has_value());
    std::vector<mapfile::Class> classes;
    std::string default_group; // without a default, the rules of all styles are drawn
    for (auto const& user_style : named_layer.children) {
        if (user_style.name != "UserStyle") {
            continue;
        }
        auto group = group_of(user_style, named_layer);
        append_style(user_style, group, builder, filters, named_layer.text_of("Name"), classes,
                     budget);
        if (!group.empty() && is_default(user_style)) {
            default_group = std::move(group);
        }
    }
    if (classes.empty()) {
        layer.type = own_type;
        return;
    }
    layer.classes = std::move(classes);
    layer.class_group = default_group;
    layer.class_item.clear();
    layer.label_item.clear();
    layer.style_item.clear();
    mapfile::set_processing(layer, "RENDERMODE", "ALL_MATCHING_CLASSES");
    layer.size_units = ground_units.value_or(mapfile::Units::Pixels); // not those of the mapfile
    fetch_only_what_is_drawn(layer);
}

} // namespace

void style_layer(XmlNode const& named_layer, mapfile::Map& map, mapfile::Layer& layer,
                 RemoteImages& images, std::vector<std::string>& notes, Budget& budget)
{
    budget.work();
    auto filters = filter_context(map, layer);
    filters.budget = &budget;
    if (auto const* const constraints = named_layer.child("LayerFeatureConstraints")) {
        apply_constraints(*constraints, filters, layer);
    }
    if (auto const* const named_style = named_layer.child("NamedStyle")) {
        auto const name = named_style->text_of("Name");
        bool const is_group = std::ranges::any_of(
            layer.classes, [&](mapfile::Class const& class_) { return class_.group == name; });
        if (is_group) {
            layer.class_group = name;
        }
    }
    if (layer.type == LayerType::Raster) {
        style_raster(named_layer, filters, layer, budget);
        return;
    }
    SymbolBuilder builder{map, layer, images, notes};
    apply_user_styles(named_layer, builder, layer, filters, budget);
    budget.keep(2 * layer.filter.text.size());
}

} // namespace ms::sld
