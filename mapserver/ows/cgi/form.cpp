// SPDX-License-Identifier: MIT
#include "ows/cgi/form.hpp"

#include "base/string.hpp"
#include "ows/common/service_exception.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ms::ows::cgi {

namespace {

constexpr std::size_t max_numbers = 20'000;

/// [id] is used in file names and pages, so it must be letters and digits only.
bool is_session_id(std::string_view text)
{
    constexpr std::size_t longest = 63;
    return text.size() <= longest && std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
           });
}

} // namespace

void refuse(std::string_view routine, std::string_view text)
{
    throw ServiceException{"", std::string{routine} + "(): Web application error. " +
                                   std::string{text}};
}

void refuse_form(std::string_view text)
{
    refuse("msCGILoadForm", text);
}

std::vector<double> numbers_in(std::string_view name, std::string_view text)
{
    std::vector<double> values;
    auto const blank_separated = replace_all(text, ",", " ");
    for (auto const word : split_words(blank_separated)) {
        auto const value = parse_double(word);
        if (!value || values.size() >= max_numbers) {
            refuse_form("Invalid value for " + std::string{name} + ".");
        }
        values.push_back(*value);
    }
    return values;
}

std::vector<double> numbers_in(std::string_view name, std::string_view text, std::size_t count)
{
    auto values = numbers_in(name, text);
    // Words as MapServer counts them; a comma would split one into two numbers.
    if (split_words(text).size() != count || values.size() != count) {
        refuse_form("Not enough arguments for " + std::string{name} + ".");
    }
    return values;
}

std::optional<std::vector<double>> numbers_of(http::Parameters const& parameters,
                                              std::string_view name, std::size_t count)
{
    auto const* const text = parameters.last(name);
    return text == nullptr ? std::nullopt : std::optional{numbers_in(name, *text, count)};
}

double number_in(std::string_view name, std::string_view text)
{
    auto const value = parse_double(text);
    if (!value) {
        throw ServiceException{"",
                               "GET_NUMERIC(): Incorrect data type. (" + std::string{name} + ")"};
    }
    return *value;
}

std::optional<double> number_of(http::Parameters const& parameters, std::string_view name)
{
    auto const* const text = parameters.last(name);
    return text == nullptr ? std::nullopt : std::optional{number_in(name, *text)};
}

bool is_shape_word(std::string_view text)
{
    return starts_with_ignoring_case(trim(text), "shape"); // "shapes" too, as in MapServer
}

bool asks_for_shapes(http::Parameters const& parameters)
{
    constexpr std::array names{"mapext", "map_extent", "map.extent", "mapxy"};
    return std::ranges::any_of(
        names, [&](char const* name) { return is_shape_word(parameters.value(name)); });
}

void check_form(http::Parameters const& parameters, int max_size)
{
    if (!is_session_id(parameters.value("id"))) {
        refuse_form("Parameter 'id' value fails to validate.");
    }
    auto const direction = number_of(parameters, "zoomdir").value_or(0);
    if (direction != 0 && direction != 1 && direction != -1) {
        refuse_form("Zoom direction must be 1, 0 or -1.");
    }
    // MapServer's documentation calls "spheremap" what its code calls "gmap".
    constexpr std::array<std::string_view, 4> tile_modes{"", "gmap", "spheremap", "ve"};
    auto const tile_mode = parameters.value("tilemode");
    if (std::ranges::none_of(tile_modes, [&](std::string_view name) {
            return equals_ignoring_case(name, tile_mode);
        })) {
        refuse_form("Invalid tilemode. Use one of: gmap, ve");
    }
    auto const size = numbers_of(parameters, "imgsize", 2);
    bool const fits = !size || std::ranges::all_of(*size, [&](double side) {
        return side >= 1 && side <= max_size;
    });
    if (!fits) {
        refuse_form("Image size out of range.");
    }
}

} // namespace ms::ows::cgi
