// SPDX-License-Identifier: MIT
#include "sld/css.hpp"

#include "base/error.hpp"
#include "base/hex.hpp"
#include "base/string.hpp"
#include "expr/expression.hpp"
#include "expr/print.hpp"
#include "fes/filter.hpp"
#include "sld/lookup.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ms::sld {

namespace {

/// The single expression in a parameter, or nullptr when it holds text only.
XmlNode const* expression_in(XmlNode const& node)
{
    for (auto const& child : node.children) {
        if (!child.is_text()) {
            return &child;
        }
    }
    return nullptr;
}

double checked(XmlNode const& node, std::string_view text)
{
    auto const value = parse_double(text);
    if (!value || std::abs(*value) > 1e9) {
        refuse("<" + node.name + ">: \"" + std::string{text.substr(0, 40)} + "\" is no number");
    }
    return *value;
}

} // namespace

bool can_be_read(std::string_view text)
{
    try {
        (void)expr::parse(text);
        return true;
    } catch (Error const& error) {
        if (error.kind() != ErrorKind::BadMapfile) {
            throw;
        }
        return false;
    }
}

std::string text_of(expr::Expression const& expression)
{
    auto text = expr::print(expression);
    try {
        (void)expr::parse(text);
    } catch (Error const& error) { // a mistake of the mapfile's author otherwise
        refuse(std::string{"an expression of the style sheet cannot be used: "} + error.what());
    }
    return text;
}

XmlNode const* find_parameter(XmlNode const* parent, std::string_view name) noexcept
{
    if (parent == nullptr) {
        return nullptr;
    }
    auto const found = std::ranges::find_if(parent->children, [&](XmlNode const& child) {
        auto const* const its_name = child.attribute("name");
        return (child.name == "CssParameter" || child.name == "SvgParameter") &&
               its_name != nullptr && equals_ignoring_case(*its_name, name);
    });
    return found == parent->children.end() ? nullptr : &*found;
}

std::string parameter_text(XmlNode const* parent, std::string_view name)
{
    auto const* const node = find_parameter(parent, name);
    if (node == nullptr) {
        return {};
    }
    auto const* const inner = expression_in(*node);
    return inner == nullptr ? node->text() : inner->text();
}

mapfile::Bindable<double> number_of(XmlNode const* node, double otherwise)
{
    if (node == nullptr) {
        return {.value = otherwise};
    }
    auto const* const inner = expression_in(*node);
    if (inner == nullptr) {
        return {.value = checked(*node, node->text())};
    }
    if (inner->name == "Literal") {
        return {.value = checked(*node, inner->text())};
    }
    if (inner->name == "PropertyName" || inner->name == "ValueReference") {
        return {.value = otherwise, .attribute = fes::attribute_name(inner->text())};
    }
    return {.value = otherwise, .expression = text_of(expr::Expression{fes::parse_value(*inner)})};
}

mapfile::Bindable<mapfile::OptionalColor> color_of(XmlNode const* node,
                                                   mapfile::OptionalColor otherwise, double opacity)
{
    mapfile::Bindable<mapfile::OptionalColor> color{.value = otherwise};
    if (node != nullptr) {
        auto const* const inner = expression_in(*node);
        if (inner != nullptr && inner->name != "Literal") {
            if (inner->name == between_colors) {
                refuse("colours can be interpolated in fills, lines and marks, not in outlines and "
                       "texts");
            }
            if (inner->name != "PropertyName" && inner->name != "ValueReference") {
                refuse("a colour may be a value or an attribute; <" + inner->name +
                       "> is not supported there");
            }
            color.attribute = fes::attribute_name(inner->text());
            return color;
        }
        auto const text = inner == nullptr ? node->text() : inner->text();
        color.value = parse_hex_color(text);
        if (!color.value) {
            refuse("\"" + text.substr(0, 40) + "\" is not a colour; it must look like #rrggbb");
        }
    }
    if (color.value) {
        color.value->alpha = static_cast<std::uint8_t>(color.value->alpha * opacity);
    }
    return color;
}

void set_color(XmlNode const* node, mapfile::OptionalColor otherwise, double opacity,
               mapfile::Style& style)
{
    auto const* const inner = node == nullptr ? nullptr : expression_in(*node);
    if (inner == nullptr || inner->name != between_colors) {
        style.color = color_of(node, otherwise, opacity);
        return;
    }
    auto const& parts = inner->children;
    if (parts.front().name != "PropertyName" && parts.front().name != "ValueReference") {
        refuse("colours can be interpolated by an attribute only, not by <" + parts.front().name +
               '>');
    }
    style.range_item = fes::attribute_name(parts.front().text());
    style.range_min = checked(parts[1], parts[1].text());
    style.range_max = checked(parts[3], parts[3].text());
    style.range_min_color = color_of(&parts[2], otherwise, opacity).value;
    style.range_max_color = color_of(&parts[4], otherwise, opacity).value;
}

double opacity_of(XmlNode const* node, double otherwise)
{
    auto const value = number_of(node, otherwise);
    if (node != nullptr && !value.is_constant()) {
        refuse("<" + node->name +
               ">: the opacity of texts and of the outlines of filled marks is a "
               "number, not an attribute");
    }
    return std::clamp(value.value, 0.0, 1.0);
}

double opacity_of(XmlNode const* node, mapfile::Style& style, double otherwise)
{
    if (node == nullptr || number_of(node, 1).is_constant()) {
        return opacity_of(node, otherwise);
    }
    style.opacity = percent_of(*node);
    return 1;
}

mapfile::Bindable<double> percent_of(XmlNode const& node)
{
    auto percent = number_of(&node, 1);
    percent.value = std::clamp(percent.value, 0.0, 1.0) * 100;
    if (!percent.attribute.empty()) {
        percent.expression = "([" + percent.attribute + "] * 100)";
        percent.attribute.clear();
    } else if (!percent.expression.empty()) {
        percent.expression = '(' + percent.expression + " * 100)";
    }
    return percent;
}

std::optional<image::Color> parse_hex_color(std::string_view text) noexcept
{
    text = trim(text);
    text.remove_prefix(text.starts_with('#') ? 1 : 0);
    if (text.size() != 6 && text.size() != 3) {
        return std::nullopt;
    }
    std::size_t const width = text.size() / 3;
    std::array<std::uint8_t, 3> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto const part = hex_byte(text[i * width], text[i * width + width - 1]);
        if (!part) {
            return std::nullopt;
        }
        parts[i] = *part;
    }
    return image::Color{parts[0], parts[1], parts[2], 255};
}

} // namespace ms::sld
