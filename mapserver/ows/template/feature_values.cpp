// SPDX-License-Identifier: MIT
#include "ows/template/values.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "crs/transformation.hpp"
#include "expr/regex.hpp"
#include "geometry/relate.hpp"
#include "ows/template/bare_tag.hpp"
#include "ows/template/escape.hpp"
#include "ows/template/label_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ms::ows::tmpl {

namespace {

using geometry::Box;

/// The value of a field; nullopt if the layer has no such field. An exact match precedes one
/// without case.
std::optional<std::string_view> attribute(Place const& place, std::string_view name,
                                          bool ignore_case)
{
    auto const& fields = place.layer->fields;
    auto const found = std::ranges::find_if(fields, [&](feature::Field const& field) {
        return ignore_case ? equals_ignoring_case(field.name, name) : field.name == name;
    });
    if (found == fields.end()) {
        return std::nullopt;
    }
    auto const index = static_cast<std::size_t>(found - fields.begin());
    return place.attribute(index);
}

/// Groups of three digits before the point: 1,234,567.89. Leaves other texts unchanged.
std::string commified(std::string text)
{
    if (!parse_double(text)) {
        return text;
    }
    auto const first = text.find_first_of("0123456789");
    auto end = text.find_first_not_of("0123456789", first);
    end = end == std::string::npos ? text.size() : end;
    for (auto at = end; at > first + 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

bool matches(Tag const& tag, std::string const& value)
{
    auto const* const pattern = tag.find("pattern");
    return pattern == nullptr || expr::Regex{*pattern, false}.matches(value);
}

/// [item name= precision= commify= uc= lc= padding= pattern= format= nullformat= ignoremissing=
/// escape=].
std::string item_text(Place const& place, Tag const& tag)
{
    auto const name = tag.value("name", "");
    auto const found = attribute(place, name, true);
    if (!found && !tag.is_set("ignoremissing")) {
        throw Error{ErrorKind::BadMapfile, "template: [item]: layer \"" +
                                               place.layer->definition.name + "\" has no item \"" +
                                               name + "\""};
    }
    std::string value{found.value_or("")};
    if (value.empty() || !matches(tag, value)) {
        return escaped(tag.value("nullformat", ""), tag.find("escape"));
    }
    if (auto const precision = precision_of(tag)) {
        if (auto const number = parse_double(value)) {
            value = number_text(*number, precision);
        }
    }
    if (tag.is_set("commify")) {
        value = commified(std::move(value));
    }
    if (tag.is_set("uc")) {
        value = to_upper(value);
    }
    if (tag.is_set("lc")) {
        value = to_lower(value);
    }
    constexpr int widest = 10'000;
    auto const padding = std::min(parse_int(tag.value("padding", "")).value_or(0), widest);
    if (padding > 0 && value.size() < static_cast<std::size_t>(padding)) {
        value.resize(static_cast<std::size_t>(padding), ' ');
    }
    value = replace_all(tag.value("format", "$value"), "$value", value);
    return escaped(value, tag.find("escape"));
}

/// [NAME], [NAME_raw], [NAME_esc]: case-sensitive.
std::optional<std::string> bare_item(Place const& place, Tag const& tag)
{
    return bare_value(tag.name, tag,
                      [&](std::string_view name) { return attribute(place, name, false); });
}

/// [values]: those of all items, as [items] names them.
std::string values_text(Place const& place)
{
    std::string text;
    for (std::size_t i = 0; i < place.layer->fields.size(); ++i) {
        text += (i == 0 ? "" : ",") + escape_html(place.attribute(i));
    }
    return text;
}

Box box_of(Place const& place)
{
    return place.found->features.geometry.box_of(place.row);
}

/// From the layer's CRS to that of proj="epsg:..."; the identity without it.
crs::Transformation to_requested(std::string const& proj, Page const& page, Place const& place)
{
    auto const& own = place.layer->crs;
    return {own, proj.empty() ? own : crs::parse(proj, {page.view.crs.proj_data()})};
}

/// As in MapServer, the pixels of labels are square in images of any proportions.
render::Viewport with_square_pixels(render::Viewport view)
{
    view.cell_size_x = view.cell_size_y = std::max(view.cell_size_x, view.cell_size_y);
    return view;
}

/// [shplabel precision= format= proj=]: of the part on the map, found in pixels, as in MapServer.
std::string label_text(Page const& page, Place const& place, Tag const& tag)
{
    geometry::GeometryColumn shape;
    geometry::append_feature({place.found->features.geometry, place.row}, shape);
    auto const view = with_square_pixels(page.view);
    crs::Transformation const to_map{place.layer->crs, view.crs};
    to_map.forward(shape.points);
    shape = clipped_to(view.extent, shape);
    to_whole_pixels(shape, view);
    auto point = label_point_of(shape);
    if (!point) { // as in MapServer, for what is not on the map
        return escaped(tag.value("format", "$x,$y"), tag.find("escape"));
    }
    auto const requested = tag.value("proj", "");
    bool const is_pixel = equals_ignoring_case(requested, "image");
    if (is_pixel) {
        point = geometry::Point{std::round(point->x), std::round(point->y)};
    } else {
        point = geometry::Point{view.extent.min_x + point->x * view.cell_size_x,
                                view.extent.max_y - point->y * view.cell_size_y};
        to_map.inverse({&*point, 1});
        to_requested(requested, page, place).forward({&*point, 1});
    }
    // As in MapServer, pixels and precision=0 have the default precision.
    auto const given = is_pixel ? std::nullopt : precision_of(tag);
    auto const precision = given && *given > 0 ? given : std::nullopt;
    auto text = tag.value("format", "$x,$y");
    text = replace_all(text, "$x", number_text(point->x, precision));
    text = replace_all(text, "$y", number_text(point->y, precision));
    return escaped(text, tag.find("escape"));
}

/// The box of a feature; with proj="epsg:..." of [shpext] the box of its image, as in MapServer.
Box projected_box(Page const& page, Place const& place, Tag const& tag)
{
    auto const requested = tag.value("proj", "");
    if (requested.empty() || equals_ignoring_case(requested, "image")) {
        return box_of(place);
    }
    return to_requested(requested, page, place).forward(box_of(place));
}

std::optional<std::string> box_value(Page const& page, Place const& place, Tag const& tag)
{
    auto const is = [&](std::string_view name) { return equals_ignoring_case(tag.name, name); };
    if (!starts_with_ignoring_case(tag.name, "shp")) {
        return std::nullopt;
    }
    auto const box = box_of(place);
    if (is("shpext")) {
        return box_text(projected_box(page, place, tag), tag);
    }
    if (is("shpext_esc")) {
        return escape_url(box_text(projected_box(page, place, tag), tag));
    }
    geometry::Point const middle{(box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2};
    auto const number = [&](double value) { return number_text(value, precision_of(tag)); };
    if (is("shpmid")) {
        return number(middle.x) + " " + number(middle.y);
    }
    std::array<std::pair<std::string_view, double>, 6> const numbers{{{"shpmidx", middle.x},
                                                                      {"shpmidy", middle.y},
                                                                      {"shpminx", box.min_x},
                                                                      {"shpminy", box.min_y},
                                                                      {"shpmaxx", box.max_x},
                                                                      {"shpmaxy", box.max_y}}};
    for (auto const& [name, value] : numbers) {
        if (is(name)) {
            return number(value);
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> feature_value(Page const& page, Place const& place, Tag const& tag)
{
    auto const is = [&](std::string_view name) { return equals_ignoring_case(tag.name, name); };
    if (is("item")) {
        return item_text(place, tag);
    }
    if (is("shpxy")) {
        return coordinates_text(page, place, tag);
    }
    if (is("shplabel")) {
        return label_text(page, place, tag);
    }
    if (is("shpidx")) {
        auto const& ids = place.found->features.ids;
        return place.row < ids.size() ? escape_html(ids[place.row]) : std::string{};
    }
    if (is("tileidx")) {
        return "-1";
    }
    if (is("values")) {
        return values_text(place);
    }
    if (is("shpclass")) {
        return std::to_string(place.found->classes[place.row]);
    }
    if (auto text = box_value(page, place, tag)) {
        return text;
    }
    return bare_item(place, tag);
}

} // namespace ms::ows::tmpl
