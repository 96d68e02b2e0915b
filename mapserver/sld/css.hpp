// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses CssParameter (SLD 1.0) and SvgParameter (SE 1.1) to values of a mapfile.

#include "base/xml.hpp"
#include "expr/expression.hpp"
#include "mapfile/model/style.hpp"
#include "sld/refuse.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::sld {

/// The parameter of this name in a Stroke, Fill or Font, or nullptr. The node may be null.
[[nodiscard]] XmlNode const* find_parameter(XmlNode const* parent, std::string_view name) noexcept;

/// Its text, or "".
[[nodiscard]] std::string parameter_text(XmlNode const* parent, std::string_view name);

/// An element whose value is a number, an attribute or an expression of them; `otherwise` when the
/// node is null. \throws Error{BadRequest} naming the element
[[nodiscard]] mapfile::Bindable<double> number_of(XmlNode const* node, double otherwise);

/// "#rrggbb" or an attribute. Unset, `otherwise` holds. \param opacity 0 to 1
[[nodiscard]] mapfile::Bindable<mapfile::OptionalColor>
color_of(XmlNode const* node, mapfile::OptionalColor otherwise, double opacity);

/// COLOR of a style, or RANGEITEM, COLORRANGE and DATARANGE for colours between two points.
void set_color(XmlNode const* node, mapfile::OptionalColor otherwise, double opacity,
               mapfile::Style& style);

/// An opacity between 0 and 1; `otherwise` when the node is null.
[[nodiscard]] double opacity_of(XmlNode const* node, double otherwise = 1);

/// The opacity of a fill or stroke that goes into its colour. One that depends on attributes
/// becomes OPACITY of the style, and 1 is left for the colour.
[[nodiscard]] double opacity_of(XmlNode const* node, mapfile::Style& style, double otherwise = 1);

/// An opacity from 0 to 1 as OPACITY, in percent.
[[nodiscard]] mapfile::Bindable<double> percent_of(XmlNode const& node);

/// "#rrggbb", "rrggbb" or "#rgb".
[[nodiscard]] std::optional<image::Color> parse_hex_color(std::string_view text) noexcept;

/// As a mapfile writes it. \throws Error{BadRequest} when it is too long to be read again
[[nodiscard]] std::string text_of(expr::Expression const& expression);
/// Whether a mapfile's expression may be so long.
[[nodiscard]] bool can_be_read(std::string_view text);

} // namespace ms::sld
