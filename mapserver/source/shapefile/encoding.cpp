// SPDX-License-Identifier: MIT
#include "source/shapefile/encoding.hpp"

#include "base/string.hpp"

#include <algorithm>

namespace ms::source::shapefile {

namespace {

bool is_digits(std::string_view text) noexcept
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string without_separators(std::string_view text)
{
    std::string result;
    std::ranges::copy_if(text, std::back_inserter(result),
                         [](char c) { return c != ' ' && c != '-' && c != '_'; });
    return result;
}

} // namespace

std::optional<std::string> encoding_of_cpg(std::string_view content)
{
    // One line, as ArcGIS and GDAL write it: "UTF-8", "ISO-8859-1", "88591", "1252", "OEM 437".
    auto const line = trim(content.substr(0, content.find_first_of("\r\n")));
    if (line.empty()) {
        return std::nullopt;
    }
    auto name = to_upper(without_separators(line));
    for (std::string_view const prefix : {"ANSI", "OEM", "CP", "WINDOWS", "ISO"}) {
        if (name.starts_with(prefix)) {
            name.erase(0, prefix.size());
            break;
        }
    }
    if (!is_digits(name)) {
        return std::string{line};
    }
    constexpr std::string_view iso = "8859";
    if (name.starts_with(iso) && name.size() > iso.size()) {
        return "ISO-8859-" + name.substr(iso.size());
    }
    return name == "65001" ? std::string{"UTF-8"} : "CP" + name;
}

} // namespace ms::source::shapefile
