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
        if (c == '\\' && is_quoted && !text.empty()) {
            taken += text.front();
            text.remove_prefix(1);
        } else if (c == '"') {
            is_quoted = !is_quoted;
        } else {
            taken += c;
        }
    }
    return std::string{trim(taken)};
}

std::optional<OgrTool> take_tool(std::string_view& text)
{
    OgrTool tool;
    tool.name = to_upper(take_until(text, "("));
    while (!text.empty() && text.front() != ')') {
        text.remove_prefix(1); // "(" or ","
        auto name = to_lower(take_until(text, ":,)"));
        std::string value;
        if (!text.empty() && text.front() == ':') {
            text.remove_prefix(1);
            value = take_until(text, ",)");
        }
        if (!name.empty()) {
            tool.parameters.push_back({std::move(name), std::move(value)});
        }
    }
    if (text.empty()) {
        return std::nullopt; // never closed
    }
    text.remove_prefix(1);
    return tool;
}

} // namespace

std::string const* OgrTool::find(std::string_view parameter) const noexcept
{
    auto const found = std::ranges::find(parameters, parameter, &Parameter::name);
    return found == parameters.end() ? nullptr : &found->value;
}

std::optional<std::vector<OgrTool>> parse_ogr_tools(std::string_view text)
{
    std::vector<OgrTool> tools;
    for (text = trim(text); !text.empty(); text = trim(text)) {
        auto tool = take_tool(text);
        if (!tool) {
            return std::nullopt;
        }
        tools.push_back(std::move(*tool));
        text = trim(text);
        if (!text.empty() && text.front() == ';') {
            text.remove_prefix(1);
        }
    }
    return tools;
}

std::optional<double> ogr_pixels(std::string_view text)
{
    struct Unit {
        std::string_view name;
        double pixels;
    };
    constexpr double inch = 72;
    constexpr std::array units{Unit{"px", 1}, Unit{"pt", inch / 72}, Unit{"mm", inch / 25.4},
                               Unit{"cm", inch / 2.54}, Unit{"in", inch}};
    text = trim(text);
    for (auto const& unit : units) {
        if (text.size() > unit.name.size() &&
            equals_ignoring_case(text.substr(text.size() - unit.name.size()), unit.name)) {
            auto const number = parse_double(text.substr(0, text.size() - unit.name.size()));
            return number ? std::optional{*number * unit.pixels} : std::nullopt;
        }
    }
    return parse_double(text);
}

} // namespace ms::style
