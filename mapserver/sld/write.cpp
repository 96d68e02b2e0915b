// SPDX-License-Identifier: MIT
#include "sld/write.hpp"

#include "base/error.hpp"
#include "fes/write.hpp"
#include "sld/se_writer.hpp"
#include "style/class_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <vector>

namespace ms::sld {

namespace {

void open_root(XmlWriter& xml, Version version, std::string const& schemas)
{
    bool const is_new = version == Version::V110;
    std::string const number = is_new ? "1.1.0" : "1.0.0";
    auto const location =
        "http://www.opengis.net/sld " + schemas + "/sld/" + number + "/StyledLayerDescriptor.xsd";
    xml.open("StyledLayerDescriptor").attribute("version", number);
    // In MapServer's order: scripts compare the beginning.
    if (is_new) {
        xml.attribute("xsi:schemaLocation", location);
    }
    xml.attribute("xmlns", "http://www.opengis.net/sld");
    if (!is_new) {
        xml.attribute("xmlns:gml", "http://www.opengis.net/gml");
    }
    xml.attribute("xmlns:ogc", "http://www.opengis.net/ogc");
    if (is_new) {
        xml.attribute("xmlns:se", "http://www.opengis.net/se");
    }
    xml.attribute("xmlns:xlink", "http://www.w3.org/1999/xlink")
        .attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    if (!is_new) {
        xml.attribute("xsi:schemaLocation", location);
    }
}

/// The condition of a class if a filter can express it.
std::optional<expr::Expression> condition_of(mapfile::Layer const& layer,
                                             mapfile::Class const& from)
{
    try {
        auto const& expression = from.expression;
        bool const is_empty_list =
            expression.kind == mapfile::ExpressionKind::List && expression.text.empty();
        if (is_empty_list) {
            return expr::Expression{};
        }
        auto condition = style::condition_of(expression, layer.class_item);
        return fes::is_writable(condition) ? std::optional{std::move(condition)} : std::nullopt;
    } catch (Error const&) {
        return std::nullopt; // mapcheck reports the error
    }
}

/// The first scale that is set.
void write_scale(SeWriter& writer, std::string_view element, std::initializer_list<double> scales)
{
    auto const* const scale = std::ranges::find_if(scales, [](double each) { return each > 0; });
    if (scale != scales.end()) {
        writer.element(element, fmt::format("{:.6f}", *scale));
    }
}

void write_symbolizers(SeWriter& writer, mapfile::Layer const& layer, mapfile::Class const& from)
{
    for (auto const& style : from.styles) {
        switch (layer.type) {
        case mapfile::LayerType::Polygon:
            if (style.geom_transform == "centroid") {
                write_point(writer, layer, style);
            } else {
                write_polygon(writer, layer, style);
            }
            break;
        case mapfile::LayerType::Line:
            write_line(writer, layer, style);
            break;
        default:
            write_point(writer, layer, style);
        }
    }
    for (auto const& label : from.labels) {
        write_text(writer, layer, from, label);
    }
}

/// Why a class cannot become a Rule; nullptr if it can. SE 1.1 (OGC 05-077r4), 10.1: a Rule has at
/// least one symbolizer.
char const* obstacle(mapfile::Layer const& layer, mapfile::Class const& from)
{
    if (layer.type == mapfile::LayerType::Chart) {
        return "is a part of a chart, for which there is no symbolizer";
    }
    if (from.styles.empty() && from.labels.empty()) {
        return "draws nothing";
    }
    return condition_of(layer, from) ? nullptr : "has an EXPRESSION that no filter can say";
}

void write_rule(SeWriter& writer, mapfile::Layer const& layer, mapfile::Class const& from)
{
    if (auto const* const why = obstacle(layer, from)) {
        writer.xml().comment("the class \"" + from.name + "\" " + why);
        return;
    }
    auto const condition = condition_of(layer, from);
    writer.open("Rule");
    if (!from.name.empty()) {
        writer.element("Name", from.name);
    }
    if (from.is_fallback) {
        writer.open("ElseFilter");
        writer.close();
    } else {
        fes::write_filter(writer.xml(), *condition);
    }
    auto const& web = writer.map().web;
    write_scale(
        writer, "MinScaleDenominator",
        {from.min_scale_denominator, layer.min_scale_denominator, web.min_scale_denominator});
    write_scale(
        writer, "MaxScaleDenominator",
        {from.max_scale_denominator, layer.max_scale_denominator, web.max_scale_denominator});
    write_symbolizers(writer, layer, from);
    writer.close();
}

std::vector<std::string> groups_of(mapfile::Layer const& layer)
{
    std::vector<std::string> groups;
    for (auto const& each : layer.classes) {
        if (std::ranges::find(groups, each.group) == groups.end()) {
            groups.push_back(each.group);
        }
    }
    return groups;
}

/// One style with one rule for all classes: a RasterSymbolizer colours all values.
void write_raster_styles(SeWriter& writer, mapfile::Layer const& layer)
{
    auto groups = groups_of(layer);
    if (groups.empty()) {
        groups.emplace_back();
    }
    for (auto const& group : groups) {
        std::vector<mapfile::Class const*> classes;
        for (auto const& each : layer.classes) {
            if (each.group == group) {
                classes.push_back(&each);
            }
        }
        writer.xml().open("UserStyle");
        if (!group.empty()) {
            writer.element("Name", group);
        }
        if (!group.empty() && group == layer.class_group) {
            writer.element("IsDefault", "true");
        }
        writer.open("FeatureTypeStyle");
        writer.open("Rule");
        write_raster(writer, layer, classes);
        writer.close();
        writer.close();
        writer.xml().close();
    }
}

void write_layer(SeWriter& writer, mapfile::Layer const& layer)
{
    writer.xml().open("NamedLayer");
    writer.element("Name", layer.name);
    if (layer.type == mapfile::LayerType::Raster) {
        write_raster_styles(writer, layer);
        writer.xml().close();
        return;
    }
    for (auto const& group : groups_of(layer)) {
        auto const has_rule = [&](mapfile::Class const& each) {
            return each.group == group && obstacle(layer, each) == nullptr;
        };
        if (std::ranges::none_of(layer.classes, has_rule)) {
            writer.xml().comment("a style without rules is left out");
            continue;
        }
        writer.xml().open("UserStyle");
        if (!group.empty()) {
            writer.element("Name", group);
        }
        if (!group.empty() && group == layer.class_group) {
            writer.element("IsDefault", "true");
        }
        writer.open("FeatureTypeStyle");
        for (auto const& each : layer.classes) {
            if (each.group == group) {
                write_rule(writer, layer, each);
            }
        }
        writer.close();
        writer.xml().close();
    }
    writer.xml().close();
}

} // namespace

std::string write(mapfile::Map const& map, std::span<std::size_t const> layers, Version version,
                  std::string const& schemas)
{
    XmlWriter xml{"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"};
    open_root(xml, version, schemas);
    SeWriter writer{xml, map, version};
    for (auto const index : layers) {
        write_layer(writer, map.layers.at(index));
    }
    xml.close();
    return xml.take();
}

} // namespace ms::sld
