// SPDX-License-Identifier: MIT
#include "crs/proj_arguments.hpp"

#include "base/string.hpp"
#include "crs/definition.hpp"
#include "crs/name.hpp"
#include "crs/text_forms.hpp"

#include <algorithm>
#include <array>

namespace ms::crs {

namespace {

/// \throws Error{BadMapfile} for arguments that PROJ does not know
Definition checked(std::vector<std::string> const& arguments)
{
    return crs::parse(arguments, {});
}

/// The names of geographic CRSs that WKT libraries know; nullptr for others.
char const* well_known(std::string_view name) noexcept
{
    struct Row {
        std::string_view name;
        char const* argument;
    };
    constexpr std::array rows{Row{"WGS84", "init=epsg:4326"}, Row{"WGS72", "init=epsg:4322"},
                              Row{"NAD27", "init=epsg:4267"}, Row{"NAD83", "init=epsg:4269"}};
    auto const* const row = std::ranges::find(rows, name, &Row::name);
    return row == rows.end() ? nullptr : row->argument;
}

/// "4326" of "EPSG:4326" and of WKT whose outermost AUTHORITY is that one; "" for others.
std::string epsg_of(std::string_view text)
{
    constexpr std::string_view of_name = "EPSG:";
    constexpr std::string_view of_wkt = "AUTHORITY[\"EPSG\",\"";
    text = trim(text);
    if (starts_with_ignoring_case(text, of_name)) {
        return std::string{text.substr(of_name.size())};
    }
    auto const last = text.rfind(of_wkt);
    bool const is_of_all = last != std::string_view::npos && text.ends_with("\"]]");
    if (!is_of_all) {
        return {};
    }
    auto const code = text.substr(last + of_wkt.size());
    return std::string{code.substr(0, code.size() - 3)};
}

/// The EPSG code of OGC's names, longitude first.
std::string_view epsg_of_ogc(std::string_view code)
{
    return code == "CRS:84" ? "4326" : code == "CRS:83" ? "4269" : "4267";
}

/// MapServer's arguments for URNs and URLs of OGC, for CRS:84, and for names in a file of PROJ's
/// folder; empty for other texts, which stay unchanged.
std::vector<std::string> arguments_of_name(std::string_view text)
{
    bool const is_urn_or_url =
        starts_with_ignoring_case(text, "urn:") || starts_with_ignoring_case(text, "http");
    auto const name = authority_name(text);
    if (!name) {
        return {};
    }
    auto const& code = name->authority_code;
    if (code.starts_with("CRS:")) {
        bool const stays = equals_ignoring_case(text.substr(0, 3), "OGC") ||
                           text.find(':') == std::string_view::npos;
        return {stays ? std::string{text} : std::string{"init=epsg:"}.append(epsg_of_ogc(code))};
    }
    if (is_urn_or_url && code.starts_with("EPSG:")) {
        std::vector<std::string> arguments{"init=epsg:" + code.substr(5)};
        bool const is_of_gml = text.find("/gml/srs/") != std::string_view::npos;
        if (!is_of_gml && checked(arguments).is_axis_inverted()) {
            arguments.emplace_back("epsgaxis=ne");
        }
        return arguments;
    }
    if (is_urn_or_url) {
        return {code};
    }
    bool const is_in_file = checked({std::string{text}}).authority_code().empty();
    return {is_in_file ? "init=" + std::string{text} : std::string{text}};
}

/// "ESRI:53009", and not "proj=utm" or "no_defs".
bool is_name(std::string_view argument)
{
    return argument.find('=') == std::string_view::npos &&
           (authority_name(argument) || auto_name(argument));
}

} // namespace

std::vector<std::string> arguments_of_text(std::string_view text)
{
    text = trim(text);
    if (text.empty()) {
        return {};
    }
    if (equals_ignoring_case(text, "auto")) {
        return {std::string{text}};
    }
    if (auto const unsigned_text = text.substr(text.starts_with('+') ? 1 : 0);
        auto_name(unsigned_text)) {
        return {std::string{unsigned_text}}; // "AUTO:42001,9001,2.35,48.85" contains commas
    }
    if (starts_with_ignoring_case(text, "epsg:")) {
        return {"init=" + to_lower(text)};
    }
    if (auto arguments = arguments_of_name(text); !arguments.empty()) {
        return arguments;
    }
    std::vector<std::string> arguments;
    bool const is_proj_string = text.front() == '+';
    for (auto piece : is_proj_string ? split_words(text) : split(text, ',')) {
        piece = trim(piece);
        piece.remove_prefix(piece.starts_with('+') ? 1 : 0);
        if (!piece.empty()) {
            arguments.emplace_back(piece);
        }
    }
    return arguments;
}

std::vector<std::string> arguments_of_wkt(std::string_view wkt)
{
    constexpr std::string_view of_esri = "ESRI::"; // WKT in Esri's dialect, which PROJ reads too
    if (auto const* const known = well_known(wkt)) {
        return {known};
    }
    wkt.remove_prefix(wkt.starts_with(of_esri) ? of_esri.size() : 0);
    std::vector<std::string> whole{std::string{wkt}};
    auto const crs = checked(whole);
    if (auto const code = epsg_of(wkt); !code.empty()) {
        return {"init=epsg:" + code};
    }
    auto const words = to_proj4(crs);
    return words.empty() ? whole : arguments_of_text(words);
}

std::string text_of_arguments(std::span<std::string const> arguments)
{
    if (arguments.size() == 1 && is_name(arguments.front())) {
        return arguments
            .front(); // MapServer 8.6 and before put a + before it, which PROJ does not read
    }
    std::string text;
    for (std::string_view argument : arguments) {
        argument.remove_prefix(argument.starts_with('+') ? 1 : 0);
        text += text.empty() ? "+" : " +";
        text += argument;
    }
    return text;
}

} // namespace ms::crs
