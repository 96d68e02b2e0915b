// SPDX-License-Identifier: MIT
#include "style/ogr_style.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>

namespace ms::style {

namespace {

/// Reads up to one of `ends`, treating quoted texts as a unit. Stops at the end of the text.
std::string take_until(std::string_view& text, std::string_view ends)
{
    std::string taken;
    bool is_quoted = false;
    while (!text.empty()) {
        char const c = text.front();
        if (!is_quoted && ends.find(c) != std::string_view::npos) {
            break;
        }
        text.remove_prefix(1);
        bool const is_escape = c == '\\' && is_quoted && !text.empty() &&
                               (text.front() == '"' || text.front() == '\\');
        if (is_escape) {
            taken += text.front();
            text.remove_prefix(1);
        } else if (c == '"') {
            is_quoted = !is_quoted;
        } else {
            taken += c;
        }
    }
    return taken;
}

/// As GDAL does: spaces belong to the tool's name, and a last ")" may be missing.
std::optional<OgrTool> take_tool(std::string_view& text)
{
    OgrTool tool;
    tool.name = to_upper(take_until(text, "(;"));
    if (text.empty()) {
        return std::nullopt; // no parameters
    }
    while (!text.empty() && text.front() != ')' && text.front() != ';') {
        text.remove_prefix(1); // "(" or ","
        auto name = to_lower(trim(take_until(text, ":,)")));
        std::string value;
        if (!text.empty() && text.front() == ':') {
            text.remove_prefix(1);
            value = trim(take_until(text, ",)"));
        }
        if (!name.empty()) {
            tool.parameters.push_back({std::move(name), std::move(value)});
        }
    }
    while (!text.empty() && text.front() != ';') {
        text.remove_prefix(1); // ")"
    }
    return tool;
}

} // namespace

std::string const* OgrTool::find(std::string_view parameter) const noexcept
{
    auto const found = std::ranges::find(parameters, parameter, &Parameter::name);
    return found == parameters.end() ? nullptr : &found->value;
}

std::vector<OgrTool> parse_ogr_tools(std::string_view text)
{
    std::vector<OgrTool> tools;
    while (!text.empty()) {
        if (auto tool = take_tool(text)) {
            tools.push_back(std::move(*tool));
        }
        if (!text.empty()) {
            text.remove_prefix(1); // ";"
        }
    }
    return tools;
}

std::optional<double> ogr_pixels(std::string_view text, double ground_per_pixel)
{
    struct Unit {
        std::string_view name;
        double pixels;
    };
    constexpr double inch = 72;
    std::array const units{
        Unit{"px", 1},           Unit{"pt", inch / 72},
        Unit{"mm", inch / 25.4}, Unit{"cm", inch / 2.54},
        Unit{"in", inch},        Unit{"g", ground_per_pixel > 0 ? 1 / ground_per_pixel : 0},
        Unit{"", inch / 25.4}};
    text = trim(text);
    auto const unit = std::ranges::find_if(units, [&](Unit const& candidate) {
        return text.size() > candidate.name.size() && text.ends_with(candidate.name);
    });
    if (unit == units.end() || unit->pixels == 0) {
        return std::nullopt;
    }
    auto const number = parse_double(trim(text.substr(0, text.size() - unit->name.size())));
    return number ? std::optional{*number * unit->pixels} : std::nullopt;
}

} // namespace ms::style
