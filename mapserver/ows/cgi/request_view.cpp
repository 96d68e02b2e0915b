// SPDX-License-Identifier: MIT
#include "ows/cgi/request_view.hpp"

#include "base/string.hpp"
#include "ows/cgi/form.hpp"
#include "ows/common/name_list.hpp"
#include "ows/common/service_exception.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace ms::ows::cgi {

namespace {

/// The first of several spellings of a parameter that is there.
std::string const* find_any(http::Parameters const& parameters,
                            std::initializer_list<std::string_view> names)
{
    for (auto const name : names) {
        if (auto const* const value = parameters.last(name)) {
            return value;
        }
    }
    return nullptr;
}

bool is_any(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::any_of(
        names, [&](std::string_view known) { return equals_ignoring_case(name, known); });
}

/// mapext, or the map's EXTENT with the sides that minx, miny, maxx and maxy replace; later ones
/// have priority.
std::optional<geometry::Box> extent_of(http::Parameters const& parameters,
                                       mapfile::Extent const& of_map)
{
    constexpr std::array<std::string_view, 4> names{"minx", "miny", "maxx", "maxy"};
    std::array<double, 4> sides{of_map.min_x, of_map.min_y, of_map.max_x, of_map.max_y};
    std::array<bool, 4> given{};
    for (auto const& [name, value] : parameters.entries()) {
        auto const* const side = std::ranges::find_if(
            names, [&](std::string_view known) { return equals_ignoring_case(name, known); });
        if (is_any(name, {"mapext", "map_extent", "map.extent"})) {
            if (is_shape_word(value)) {
                continue; // set from the result of the query
            }
            std::ranges::copy(numbers_in("mapext", value, 4), sides.begin());
            given.fill(true);
        } else if (side != names.end()) {
            auto const place = static_cast<std::size_t>(side - names.begin());
            sides[place] = number_in(*side, value);
            given[place] = true;
        }
    }
    auto const count = std::ranges::count(given, true);
    bool const is_whole = count == 4 || (count > 0 && of_map.is_set());
    return is_whole ? std::optional{geometry::Box{sides[0], sides[1], sides[2], sides[3]}}
                    : std::nullopt;
}

std::optional<mapfile::Size> size_of(http::Parameters const& parameters)
{
    auto const* const text = find_any(parameters, {"mapsize", "map_size", "map.size"});
    if (text == nullptr) {
        return std::nullopt;
    }
    auto const sides = numbers_in("mapsize", *text, 2);
    // Avoids overflow in the conversion to int; the map has a limit of its own.
    if (sides[0] < 1 || sides[1] < 1 || sides[0] > 1e6 || sides[1] > 1e6) {
        refuse_form("Image size out of range.");
    }
    return mapfile::Size{static_cast<int>(sides[0]), static_cast<int>(sides[1])};
}

std::optional<double> resolution_of(http::Parameters const& parameters)
{
    auto const* const text =
        find_any(parameters, {"map_resolution", "map.resolution", "resolution"});
    if (text == nullptr) {
        return std::nullopt;
    }
    auto const value = number_in("resolution", *text);
    if (value < render::min_resolution || value > render::max_resolution) {
        refuse_form("Resolution value out of range.");
    }
    return value;
}

} // namespace

render::ViewportRequest view_of(http::Parameters const& parameters, mapfile::Map const& map)
{
    render::ViewportRequest view;
    view.extent = extent_of(parameters, map.extent);
    view.size = size_of(parameters);
    view.resolution = resolution_of(parameters);
    return view;
}

std::vector<render::LayerChoice> layers_of(http::Parameters const& parameters,
                                           mapfile::Map const& map)
{
    std::vector<std::string_view> names;
    for (auto const& [name, value] : parameters.entries()) {
        if (equals_ignoring_case(name, "layers")) {
            append_words(value, "layers", names);
        } else if (equals_ignoring_case(name, "layer")) {
            names.push_back(value);
        }
    }
    if (names.size() > longest_name_list) {
        throw ServiceException{"", "Too many layers are requested."};
    }
    std::vector<render::LayerChoice> choices;
    for (std::size_t i = 0; i < map.layers.size(); ++i) {
        auto const& layer = map.layers[i];
        auto const is_it = [&](std::string_view name) {
            return equals_ignoring_case(name, "all") || equals_ignoring_case(name, layer.name) ||
                   (!layer.group.empty() && equals_ignoring_case(name, layer.group));
        };
        if (layer.status == mapfile::Status::Default || std::ranges::any_of(names, is_it)) {
            choices.push_back({.layer = i, .class_group = {}, .filter = {}});
        }
    }
    return choices;
}

} // namespace ms::ows::cgi
