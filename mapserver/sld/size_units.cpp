// SPDX-License-Identifier: MIT
#include "sld/size_units.hpp"

#include "base/string.hpp"
#include "sld/css.hpp"

namespace ms::sld {

namespace {

using mapfile::Units;

/// SE 1.1, 10.2.1: "http://www.opengeospatial.org/se/units/metre", of which the last part counts.
Units unit_of(std::string const& uom)
{
    auto const name = std::string_view{uom}.substr(uom.rfind('/') + 1);
    if (equals_ignoring_case(name, "metre")) {
        return Units::Meters;
    }
    if (equals_ignoring_case(name, "foot")) {
        return Units::Feet;
    }
    if (name.empty() || equals_ignoring_case(name, "pixel")) {
        return Units::Pixels;
    }
    refuse("sizes may be in pixels, metres or feet, not in \"" + uom.substr(0, 80) + '"');
}

Units unit_of_symbolizer(XmlNode const& symbolizer)
{
    auto const* const uom = symbolizer.attribute("uom");
    return uom == nullptr ? Units::Pixels : unit_of(*uom);
}

void visit(XmlNode const& node, std::optional<Units>& found)
{
    if (node.name.ends_with("Symbolizer")) {
        auto const units = unit_of_symbolizer(node);
        if (units == Units::Pixels) {
            return;
        }
        if (found && *found != units) {
            refuse("the symbolizers of a layer may not be in metres and in feet");
        }
        found = units;
        return;
    }
    for (auto const& child : node.children) {
        visit(child, found);
    }
}

/// MINSIZE and MAXSIZE are in pixels in any SIZEUNITS: between them a number does not scale.
template <typename Limit>
void pin(mapfile::Bindable<double> const& number, Limit& min, Limit& max)
{
    if (!number.is_constant()) {
        refuse("a size in pixels must be a number where others are in metres or feet");
    }
    if (number.value >= 0) {
        min = static_cast<Limit>(number.value);
        max = min;
    }
}

bool is_moved(mapfile::Style const& style) noexcept
{
    return !style.offset_x.is_constant() || !style.offset_y.is_constant() ||
           style.offset_x.value != 0 || style.offset_y.value != 0;
}

void pin(mapfile::Style& style)
{
    pin(style.size, style.min_size, style.max_size);
    pin(style.width, style.min_width, style.max_width);
    if (!style.pattern.empty() || style.gap != 0 || is_moved(style)) {
        refuse("dashes, gaps and offsets in pixels are not possible where sizes are in metres or "
               "feet");
    }
}

} // namespace

std::optional<Units> size_units_of(XmlNode const& named_layer)
{
    std::optional<Units> found;
    visit(named_layer, found);
    return found;
}

void keep_pixels(XmlNode const& symbolizer, ClassEnd since, mapfile::Class& out)
{
    if (unit_of_symbolizer(symbolizer) != Units::Pixels) {
        return;
    }
    for (auto at = since.styles; at < out.styles.size(); ++at) {
        pin(out.styles[at]);
    }
    for (auto at = since.labels; at < out.labels.size(); ++at) {
        auto& label = out.labels[at];
        pin(label.size, label.min_size, label.max_size);
    }
}

} // namespace ms::sld
