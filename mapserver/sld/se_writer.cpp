// SPDX-License-Identifier: MIT
#include "sld/se_writer.hpp"

#include "base/string.hpp"

#include <fmt/format.h>

namespace ms::sld {

std::string SeWriter::prefixed(std::string_view name) const
{
    return std::string{m_version == Version::V110 ? "se:" : ""}.append(name);
}

void SeWriter::open(std::string_view name)
{
    m_xml.open(prefixed(name));
}

void SeWriter::element(std::string_view name, std::string_view value)
{
    m_xml.element(prefixed(name), value);
}

void SeWriter::parameter(std::string_view name, std::string_view value)
{
    m_xml.open(prefixed(m_version == Version::V110 ? "SvgParameter" : "CssParameter"))
        .attribute("name", name)
        .text(value)
        .close();
}

void SeWriter::bound_parameter(std::string_view name, mapfile::Bindable<double> const& value,
                               std::string const& text)
{
    if (value.attribute.empty()) {
        parameter(name, text);
        return;
    }
    m_xml.open(prefixed(m_version == Version::V110 ? "SvgParameter" : "CssParameter"))
        .attribute("name", name)
        .element("ogc:PropertyName", value.attribute)
        .close();
}

void SeWriter::color(std::string_view name, mapfile::Bindable<mapfile::OptionalColor> const& color)
{
    if (!color.attribute.empty()) {
        bound_parameter(name, {.attribute = color.attribute}, {});
    } else if (color.value) {
        parameter(name, hex_color(*color.value));
    }
}

double opacity_of(mapfile::Style const& style, mapfile::OptionalColor const& color)
{
    // As they are drawn: OPACITY replaces the alpha of a colour.
    bool const replaces = style.opacity.is_constant() && style.opacity.value < 100;
    return replaces ? style.opacity.value / 100 : color ? color->alpha / 255.0 : 1;
}

std::string hex_color(image::Color const& color)
{
    return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

std::string two_decimals(double value)
{
    return fmt::format("{:.2f}", value);
}

std::string six_digits(double value)
{
    return fmt::format("{:.6g}", value);
}

bool is_set(mapfile::Bindable<mapfile::OptionalColor> const& color)
{
    return color.value.has_value() || !color.attribute.empty();
}

mapfile::Symbol const* symbol_of(mapfile::Map const& map, mapfile::Style const& style)
{
    auto const& reference = style.symbol.value;
    auto const index = reference.name.empty() ? reference.index : map.find_symbol(reference.name);
    bool const is_one = index > 0 && static_cast<std::size_t>(index) < map.symbols.size();
    return is_one ? &map.symbols[static_cast<std::size_t>(index)] : nullptr;
}

} // namespace ms::sld
