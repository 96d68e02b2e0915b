// SPDX-License-Identifier: MIT
#include "crs/name.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ms::crs {
namespace {

bool is_word(std::string_view text) noexcept
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               c == '_' || c == '-' || c == '.';
    });
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) noexcept
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// Codes that were in use for Web Mercator before EPSG gave it one.
bool is_web_mercator_alias(std::string_view authority_code) noexcept
{
    return is_one_of(authority_code,
                     {"EPSG:3857", "EPSG:900913", "EPSG:3785", "EPSG:102100", "EPSG:102113",
                      "ESRI:102100", "ESRI:102113", "OSGEO:41001", "EPSG:54004"});
}

/// "84", "CRS84", "CRS:84": the CRSs of WMS 1.3.0 (OGC 06-042) Annex B.
std::optional<Name> ogc_name(std::string_view code)
{
    if (starts_with_ignoring_case(code, "CRS")) {
        code.remove_prefix(3);
        if (code.starts_with(':')) {
            code.remove_prefix(1);
        }
    }
    if (!is_one_of(code, {"84", "83", "27"})) {
        return std::nullopt;
    }
    auto const number = std::string{code};
    return Name{"OGC:CRS" + number, "CRS:" + number};
}

std::optional<Name> coded(std::string_view authority, std::string_view code)
{
    if (equals_ignoring_case(authority, "CRS") || equals_ignoring_case(authority, "OGC")) {
        return ogc_name(code);
    }
    if (!is_word(authority) || !is_word(code)) {
        return std::nullopt;
    }
    auto text = to_upper(authority) + ":" + std::string{code};
    if (is_web_mercator_alias(text)) {
        text = "EPSG:3857";
    }
    return Name{text, text};
}

/// "authority:version:code" or "authority:code" of a URN, the version being of no interest.
std::optional<Name> from_urn_tail(std::string_view tail)
{
    auto const parts = split(tail, ':');
    if (parts.size() < 2 || parts.size() > 3) {
        return std::nullopt;
    }
    return coded(parts.front(), parts.back());
}

std::optional<Name> from_urn(std::string_view text)
{
    // OGC 07-092r3: urn:ogc:def:crs:AUTHORITY:VERSION:CODE
    for (std::string_view const prefix : {"urn:ogc:def:crs:", "urn:x-ogc:def:crs:"}) {
        if (starts_with_ignoring_case(text, prefix)) {
            return from_urn_tail(text.substr(prefix.size()));
        }
    }
    constexpr std::string_view old = "urn:EPSG:geographicCRS:";
    if (starts_with_ignoring_case(text, old)) {
        return coded("EPSG", text.substr(old.size()));
    }
    return std::nullopt;
}

std::optional<Name> from_url(std::string_view text)
{
    // OGC 11-135r2: http://www.opengis.net/def/crs/AUTHORITY/VERSION/CODE
    for (std::string_view const scheme : {"http://", "https://"}) {
        if (!starts_with_ignoring_case(text, scheme)) {
            continue;
        }
        text.remove_prefix(scheme.size());
        constexpr std::string_view definitions = "www.opengis.net/def/crs/";
        if (starts_with_ignoring_case(text, definitions)) {
            auto const parts = split(text.substr(definitions.size()), '/');
            return parts.size() == 3 ? coded(parts[0], parts[2]) : std::nullopt;
        }
        constexpr std::string_view gml = "www.opengis.net/gml/srs/epsg.xml#";
        if (starts_with_ignoring_case(text, gml)) {
            return coded("EPSG", text.substr(gml.size()));
        }
        return std::nullopt;
    }
    return std::nullopt;
}

bool is_proj_string(std::string_view text) noexcept
{
    return text.find('+') != std::string_view::npos || starts_with_ignoring_case(text, "proj=") ||
           starts_with_ignoring_case(text, "init=");
}

/// "key" or "key=value" words of a PROJ string, without their plus signs.
std::vector<std::string> words_of(std::span<std::string const> arguments)
{
    std::vector<std::string> words;
    for (auto const& argument : arguments) {
        bool const is_list = arguments.size() == 1 && argument.find('+') == std::string::npos;
        auto const spaced = is_list ? replace_all(argument, ",", " ") : argument;
        for (auto const word : split_words(spaced)) {
            auto const start = word.find_first_not_of('+');
            if (start != std::string_view::npos) {
                words.emplace_back(word.substr(start));
            }
        }
    }
    return words;
}

/// "local:1" as a mapfile has it, with or without "init=": PROJ looks up the authority first.
std::optional<Name> with_init_file(std::optional<Name> name, std::string_view text)
{
    auto const colon = text.find(':');
    if (name && colon != std::string_view::npos && is_word(text.substr(0, colon)) &&
        is_word(text.substr(colon + 1))) {
        name->init_text = "+init=" + std::string{text} + " +type=crs";
    }
    return name;
}

/// "init=epsg:4326" with nothing that changes it.
std::optional<Name> from_init(std::vector<std::string> const& words)
{
    std::optional<Name> name;
    for (auto const& word : words) {
        if (starts_with_ignoring_case(word, "init=")) {
            auto const text = std::string_view{word}.substr(5);
            name = with_init_file(authority_name(text), text);
            if (name) {
                name->is_init = true;
            }
        } else if (!starts_with_ignoring_case(word, "epsgaxis=") &&
                   !is_one_of(word, {"no_defs", "wktext", "type=crs"})) {
            return std::nullopt;
        }
    }
    return name;
}

Name proj_string(std::vector<std::string> const& words)
{
    Name name;
    for (auto const& word : words) {
        // epsgaxis is MapServer's own; our coordinates are east, north on the inside.
        if (word != "type=crs" && !starts_with_ignoring_case(word, "epsgaxis=")) {
            name.proj_text += "+" + word + " ";
        }
    }
    name.proj_text += "+type=crs"; // without it PROJ makes an operation of it
    return name;
}

/// Metres per unit of WMS 1.1.1's unit codes (EPSG units of measure).
std::optional<double> unit_meters(double code) noexcept
{
    if (code == 9001) {
        return 1.0;
    }
    if (code == 9002) {
        return 0.3048; // foot
    }
    if (code == 9003) {
        return 1200.0 / 3937.0; // US survey foot
    }
    return std::nullopt;
}

/// OGC 01-068r3 (WMS 1.1.1) Annex E, OGC 06-042 (WMS 1.3.0) Annex B.7 to B.11.
std::string auto_projection(double id, double lon, double lat)
{
    auto const at = "+lon_0=" + format_double(lon);
    auto const false_origin =
        std::string{" +k=0.9996 +x_0=500000 +y_0="} + (lat < 0 ? "10000000" : "0");
    switch (static_cast<int>(id)) {
    case 42001: {
        double const zone = std::min(std::floor((lon + 180) / 6) + 1, 60.0);
        return "+proj=tmerc +lat_0=0 +lon_0=" + format_double(-183 + zone * 6) + false_origin;
    }
    case 42002:
        return "+proj=tmerc +lat_0=0 " + at + false_origin;
    case 42003:
        return "+proj=ortho " + at + " +lat_0=" + format_double(lat);
    case 42004:
        return "+proj=eqc " + at + " +lat_ts=" + format_double(lat);
    case 42005:
        return "+proj=moll " + at;
    default:
        return {};
    }
}

} // namespace

std::optional<Name> authority_name(std::string_view text)
{
    text = trim(text);
    if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
        text = text.substr(1, text.size() - 2); // a "safe CURIE"
    }
    if (equals_ignoring_case(text, "CRS84") || equals_ignoring_case(text, "CRS83") ||
        equals_ignoring_case(text, "CRS27")) {
        return ogc_name(text);
    }
    if (starts_with_ignoring_case(text, "urn:")) {
        return from_urn(text);
    }
    if (starts_with_ignoring_case(text, "http")) {
        return from_url(text);
    }
    auto const colon = text.find(':');
    if (colon == std::string_view::npos || starts_with_ignoring_case(text, "auto")) {
        return std::nullopt;
    }
    return coded(text.substr(0, colon), text.substr(colon + 1));
}

std::optional<Name> auto_name(std::string_view text)
{
    text = trim(text);
    bool const is_auto2 = starts_with_ignoring_case(text, "AUTO2:");
    if (!is_auto2 && !starts_with_ignoring_case(text, "AUTO:")) {
        return std::nullopt;
    }
    auto const parts = split(text.substr(text.find(':') + 1), ',');
    std::vector<double> numbers;
    for (auto const part : parts) {
        auto const number = parse_double(part);
        if (!number) {
            return std::nullopt;
        }
        numbers.push_back(*number);
    }
    if (numbers.size() != 3 && numbers.size() != 4) {
        return std::nullopt;
    }
    auto const id = numbers.front();
    auto const lat = numbers.back();
    auto const lon = numbers[numbers.size() - 2];
    auto meters = std::optional{1.0};
    if (numbers.size() == 4) {
        meters = is_auto2 ? std::optional{numbers[1]} : unit_meters(numbers[1]);
    }
    if (!meters || !(*meters > 0) || std::abs(lon) > 180 || std::abs(lat) > 90 ||
        !(id >= 42001 && id <= 42005)) {
        return std::nullopt;
    }
    return Name{auto_projection(id, lon, lat) +
                    " +datum=WGS84 +to_meter=" + format_double(*meters) + " +no_defs +type=crs",
                {}};
}

std::optional<Name> name_of(std::span<std::string const> arguments)
{
    if (arguments.size() == 1) {
        auto const text = trim(arguments.front());
        if (auto name = auto_name(text)) {
            return name;
        }
        if (text.find('[') != std::string_view::npos && text.back() == ']' && text.front() != '[') {
            return Name{std::string{text}, {}}; // well-known text of a CRS
        }
        if (!is_proj_string(text)) {
            return with_init_file(authority_name(text), text);
        }
    }
    auto const words = words_of(arguments);
    if (words.empty()) {
        return std::nullopt;
    }
    if (auto name = from_init(words)) {
        return name;
    }
    return proj_string(words);
}

std::string canonical_key(Name const& name)
{
    if (name.authority_code == "CRS:84") {
        return "EPSG:4326";
    }
    if (!name.proj_text.starts_with('+')) {
        return name.proj_text;
    }
    auto const words = split_words(name.proj_text);
    auto const has = [&](std::string_view word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    auto const has_only = [&](std::initializer_list<std::string_view> known) {
        return std::all_of(words.begin(), words.end(),
                           [&](std::string_view word) { return is_one_of(word, known); });
    };
    bool const is_lon_lat = has("+proj=longlat") || has("+proj=latlong");
    if (is_lon_lat && has("+datum=WGS84") &&
        has_only({"+proj=longlat", "+proj=latlong", "+datum=WGS84", "+ellps=WGS84", "+no_defs",
                  "+type=crs", "+towgs84=0,0,0", "+units=degrees"})) {
        return "EPSG:4326";
    }
    // The PROJ.4 definition of Web Mercator in most older mapfiles.
    if (has("+proj=merc") && has("+a=6378137") && has("+b=6378137") && has("+nadgrids=@null") &&
        has_only({"+proj=merc",      "+a=6378137", "+b=6378137", "+lat_ts=0",
                  "+lat_ts=0.0",     "+lon_0=0",   "+lon_0=0.0", "+x_0=0",
                  "+x_0=0.0",        "+y_0=0",     "+y_0=0.0",   "+k=1",
                  "+k=1.0",          "+k_0=1",     "+k_0=1.0",   "+units=m",
                  "+nadgrids=@null", "+wktext",    "+no_defs",   "+type=crs"})) {
        return "EPSG:3857";
    }
    return name.proj_text;
}

} // namespace ms::crs
