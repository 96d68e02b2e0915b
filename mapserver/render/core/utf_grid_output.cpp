// SPDX-License-Identifier: MIT
#include "render/core/utf_grid_output.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ms::render {

namespace {

bool is_any_of(std::string_view text, std::array<std::string_view, 4> const& words)
{
    return std::ranges::any_of(
        words, [&](std::string_view word) { return equals_ignoring_case(word, text); });
}

[[noreturn]] void refuse(mapfile::OutputFormat const& format, std::string_view key,
                         std::string_view value, std::string_view expected)
{
    throw Error{ErrorKind::BadMapfile,
                fmt::format("output format \"{}\": FORMATOPTION \"{}={}\" is not {}", format.name,
                            key, value, expected)};
}

} // namespace

bool is_utf_grid_format(mapfile::OutputFormat const& format) noexcept
{
    return equals_ignoring_case(format.driver, "UTFGRID");
}

UtfGridFormat parse_utf_grid_format(mapfile::OutputFormat const& format)
{
    UtfGridFormat parsed;
    if (auto const* const text = format.options.find("UTFRESOLUTION")) {
        auto const value = parse_int(*text);
        if (!value || *value < 1) {
            refuse(format, "UTFRESOLUTION", *text, "a number of pixels from 1");
        }
        parsed.resolution = *value;
    }
    if (auto const* const text = format.options.find("DUPLICATES")) {
        parsed.has_duplicates = is_any_of(*text, {"TRUE", "YES", "ON", "1"});
        if (!parsed.has_duplicates && !is_any_of(*text, {"FALSE", "NO", "OFF", "0"})) {
            refuse(format, "DUPLICATES", *text, "TRUE or FALSE");
        }
    }
    return parsed;
}

} // namespace ms::render
