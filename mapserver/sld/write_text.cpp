// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "fes/write.hpp"
#include "sld/placement.hpp"
#include "sld/se_writer.hpp"

#include <fmt/format.h>

#include <array>

namespace ms::sld {

namespace {

/// LABEL TEXT, CLASS TEXT, LABELITEM: the first that is set.
expr::Expression text_of(mapfile::Layer const& layer, mapfile::Class const& in,
                         mapfile::Label const& label)
{
    auto const& text = label.text.is_set() ? label.text : in.text;
    if (text.is_set()) {
        return text.kind == mapfile::ExpressionKind::Logical ? expr::parse(text.text)
                                                             : expr::parse_text_template(text.text);
    }
    return layer.label_item.empty() ? expr::Expression{}
                                    : expr::parse_text_template('[' + layer.label_item + ']');
}

/// "vera-bold-italic": a family followed by weight and slant.
void write_font(SeWriter& writer, mapfile::Label const& label)
{
    constexpr double default_size = 10;
    auto const& name = label.font.value;
    if (name.empty() && label.size.is_constant() && label.size.value == default_size) {
        return;
    }
    auto const parts = split(name, '-');
    writer.open("Font");
    if (!name.empty()) {
        writer.parameter("font-family", parts.front());
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (equals_ignoring_case(parts[i], "bold")) {
            writer.parameter("font-weight", parts[i]);
        } else if (equals_ignoring_case(parts[i], "italic") ||
                   equals_ignoring_case(parts[i], "oblique")) {
            writer.parameter("font-style", parts[i]);
        }
    }
    writer.bound_parameter("font-size", label.size, six_digits(label.size.value));
    writer.close();
}

std::string one_decimal(double value)
{
    return fmt::format("{:.1f}", value);
}

void write_placement(SeWriter& writer, mapfile::Label const& label)
{
    auto const anchor = anchor_of(label.position.value);
    writer.open("LabelPlacement");
    // ANGLE AUTO is how a PointPlacement without Rotation is read on lines.
    if (label.angle_mode == mapfile::AngleMode::Follow) {
        writer.open("LinePlacement");
        if (label.offset_x.value != 0 && label.offset_x.value == label.offset_y.value) {
            writer.element("PerpendicularOffset", std::to_string(label.offset_x.value));
        }
        writer.close();
        writer.close();
        return;
    }
    writer.open("PointPlacement");
    writer.open("AnchorPoint");
    writer.element("AnchorPointX", one_decimal(anchor.x));
    writer.element("AnchorPointY", one_decimal(anchor.y));
    writer.close();
    if (label.offset_x.value != 0 || label.offset_y.value != 0) {
        writer.open("Displacement");
        writer.element("DisplacementX", std::to_string(label.offset_x.value));
        writer.element("DisplacementY", std::to_string(label.offset_y.value));
        writer.close();
    }
    if (!label.angle.attribute.empty()) {
        writer.open("Rotation");
        writer.xml().element("ogc:PropertyName", label.angle.attribute);
        writer.close();
    } else if (label.angle.value != 0) {
        writer.element("Rotation", two_decimals(label.angle.value));
    }
    writer.close();
    writer.close();
}

void write_halo(SeWriter& writer, mapfile::Label const& label)
{
    if (!is_set(label.outline_color)) {
        return;
    }
    writer.open("Halo");
    writer.element("Radius", std::to_string(label.outline_width));
    writer.open("Fill");
    writer.color("fill", label.outline_color);
    writer.close();
    writer.close();
}

} // namespace

void write_text(SeWriter& writer, mapfile::Layer const& layer, mapfile::Class const& in,
                mapfile::Label const& label)
{
    auto const text = text_of(layer, in, label);
    XmlWriter trial{""};
    trial.open("trial");
    if (!fes::write_mixed_text(trial, text)) {
        writer.xml().comment("the TEXT of a LABEL is computed in a way that SLD cannot say");
        return;
    }
    writer.open("TextSymbolizer");
    writer.open("Label");
    static_cast<void>(fes::write_mixed_text(writer.xml(), text));
    writer.close();
    write_font(writer, label);
    write_placement(writer, label);
    write_halo(writer, label);
    if (is_set(label.color)) {
        writer.open("Fill");
        writer.color("fill", label.color);
        writer.close();
    }
    writer.close();
}

} // namespace ms::sld
