// SPDX-License-Identifier: MIT
#include "base/string.hpp"
#include "ows/wcs/parse_request.hpp"
#include "ows/wcs/read_values.hpp"
#include "ows/wcs/version.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <fmt/format.h>

namespace ms::ows::wcs {

namespace {

constexpr std::size_t max_axes = 100; ///< SUBSET, SIZE ... of one request

std::array<double, 4> box_of(std::vector<std::string> const& numbers, std::string_view name)
{
    auto const wrong = [&] {
        return WcsException{invalid_value, to_lower(name), in_parse,
                            fmt::format("Wrong number of arguments for {}.", name)};
    };
    if (numbers.size() < 4) {
        throw wrong();
    }
    std::array<double, 4> box{};
    for (std::size_t i = 0; i < box.size(); ++i) {
        auto const number = parse_double(numbers[i]);
        if (!number) {
            throw wrong();
        }
        box[i] = *number;
    }
    return box;
}

/// 0 if it is missing or no number, as in MapServer.
template <typename Number>
Number number_or_0(std::optional<Number> number)
{
    return number && *number > 0 ? *number : Number{0};
}

void read_common(http::Parameters const& parameters, Request& request)
{
    if (auto const* const format = parameters.last("FORMAT")) {
        request.format = *format;
    }
    if (auto const* const interpolation = parameters.last("INTERPOLATION")) {
        request.interpolation = *interpolation;
    }
    request.update_sequence = parameters.value("UPDATESEQUENCE");
    request.sections = list_of(parameters.value("SECTIONS"), "sections");
    if (auto const* const section = parameters.last("SECTION")) {
        request.section = *section;
    }
    request.time = parameters.value("TIME");
}

void read_10(http::Parameters const& parameters, Request& request)
{
    request.crs = parameters.value("CRS");
    request.response_crs = parameters.value("RESPONSE_CRS");
    if (auto const* const box = parameters.last("BBOX")) {
        auto const numbers = list_of(*box, "bbox");
        request.box = box_of(numbers, "BBOX");
    }
    request.size = {number_or_0(parse_int(parameters.value("WIDTH"))),
                    number_or_0(parse_int(parameters.value("HEIGHT")))};
    request.resolution = {number_or_0(parse_double(parameters.value("RESX"))),
                          number_or_0(parse_double(parameters.value("RESY")))};
    if (auto const* const names = parameters.last("COVERAGE")) {
        request.has_coverages = true;
        request.coverages = list_of(*names, "coverage");
    }
    if (auto const* const bands = parameters.last("BANDS")) {
        request.bands = *bands;
    }
}

void read_11(http::Parameters const& parameters, Request& request)
{
    auto const* names = parameters.last("IDENTIFIER");
    names = names == nullptr ? parameters.last("IDENTIFIERS") : names;
    if (names != nullptr) {
        request.has_coverages = true;
        request.coverages = list_of(*names, "identifier");
    }
    if (auto const* const box = parameters.last("BOUNDINGBOX")) {
        auto const pieces = list_of(*box, "boundingbox");
        if (pieces.size() < 5) {
            throw WcsException{invalid_value, "boundingbox", in_parse,
                               "Wrong number of arguments for BOUNDINGBOX."};
        }
        request.box = box_of(pieces, "BOUNDINGBOX");
        request.crs = pieces[4];
    }
    // GRIDBASECRS is ignored, as in MapServer: the grid is in the CRS of the box.
    if (auto const* const offsets = parameters.last("GRIDOFFSETS")) {
        request.resolution = offsets_of(*offsets);
    }
    if (auto const* const origin = parameters.last("GRIDORIGIN")) {
        request.origin = pair_of(*origin, "GridOrigin");
    }
    request.range_subset = parameters.value("RANGESUBSET");
}

struct AxisValue {
    std::string_view axis; ///< "x", or "x,EPSG:4326"
    std::string_view value;
};

/// "x(1,2)"; nullopt for other texts
std::optional<AxisValue> parse_axis_value(std::string_view text)
{
    auto const open = text.find('(');
    if (open == std::string_view::npos || open == 0 || !trim(text).ends_with(')')) {
        return std::nullopt;
    }
    auto const end = text.rfind(')');
    return AxisValue{trim(text.substr(0, open)), text.substr(open + 1, end - open - 1)};
}

/// \throws WcsException
AxisValue axis_value(std::string_view text)
{
    auto const parsed = parse_axis_value(text);
    if (!parsed) {
        throw WcsException{"InvalidSubsetting", "subset", "msWCSParseSubsetKVPString20()",
                           fmt::format("Invalid axis subset string: '{}'", text.substr(0, 100)),
                           ErrorKind::NotFound};
    }
    return *parsed;
}

/// Of SIZE and RESOLUTION. \throws WcsException
AxisValue scale_value(std::string_view text, std::string const& complaint)
{
    auto const parsed = parse_axis_value(text);
    if (!parsed) {
        throw WcsException{invalid_value, "request", "msWCSParseSize20()", complaint};
    }
    return *parsed;
}

Subset subset_of(std::string_view text)
{
    auto const [name, value] = axis_value(text);
    auto const names = split(name, ',');
    auto const bounds = split(value, ',');
    Subset subset{.axis = std::string{trim(names[0])},
                  .crs = names.size() > 1 ? std::string{trim(names[1])} : std::string{},
                  .low = bound_of(bounds[0]),
                  .is_slice = bounds.size() == 1};
    if (bounds.size() > 1) {
        subset.high = bound_of(bounds[1]);
    }
    check_order(subset);
    return subset;
}

/// "x(3),y(4)" as its members.
std::vector<std::string_view> members_of(std::string_view text)
{
    std::vector<std::string_view> members;
    for (auto end = text.find("),"); end != std::string_view::npos; end = text.find("),")) {
        members.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 2);
    }
    members.push_back(text);
    return members;
}

void add_size(std::string_view text, Request& request)
{
    auto const [axis, value] = scale_value(text, "Invalid size parameter value.");
    if (auto const size = size_of(value); size > 0) { // as in MapServer, 0 is not set
        request.scales.push_back({.axis = std::string{axis}, .size = size});
    }
}

/// SCALEEXTENT: as in MapServer, so many pixels as the interval has.
void add_extent(std::string_view text, Request& request)
{
    auto const [axis, value] = axis_value(text);
    auto const ends = split(value, ':');
    if (ends.size() != 2) {
        throw WcsException{invalid_value, "request", in_parse_20,
                           "Could not parse parameter 'SCALEEXTENT'."};
    }
    request.scales.push_back(
        {.axis = std::string{axis}, .size = size_of(ends[1]) - size_of(ends[0])});
}

void read_scale(std::string_view name, std::string_view value, Request& request)
{
    if (starts_with_ignoring_case(name, "SIZE")) {
        add_size(value, request);
    } else if (starts_with_ignoring_case(name, "RESOLUTION")) {
        auto const [axis, text] = scale_value(
            value, fmt::format("Invalid resolution parameter value : {}.", value.substr(0, 100)));
        request.scales.push_back(
            {.axis = std::string{axis}, .resolution = positive_of(text, "RESOLUTION")});
    } else if (equals_ignoring_case(name, "SCALEFACTOR")) {
        request.scales.push_back({.factor = positive_of(value, "SCALEFACTOR")});
    } else if (equals_ignoring_case(name, "SCALEAXES")) {
        for (auto const member : members_of(value)) {
            auto const [axis, text] = axis_value(member);
            request.scales.push_back(
                {.axis = std::string{axis}, .factor = positive_of(text, "SCALEAXES")});
        }
    } else if (equals_ignoring_case(name, "SCALESIZE")) {
        for (auto const member : members_of(value)) {
            add_size(member, request);
        }
    } else if (equals_ignoring_case(name, "SCALEEXTENT")) {
        for (auto const member : members_of(value)) {
            add_extent(member, request);
        }
    }
}

void read_media_type(std::string_view value, Request& request)
{
    if (equals_ignoring_case(value, "multipart/mixed") ||
        equals_ignoring_case(value, "multipart/related")) {
        request.is_multipart = true;
        return;
    }
    throw WcsException{
        invalid_value, "request", in_parse_20,
        fmt::format("Invalid value '{}' for parameter 'Mediatype'.", value.substr(0, 100))};
}

/// SUBSET, SIZE and RESOLUTION may end in anything, so that clients can keep parameters apart:
/// "SUBSETx=x(1,2)&SUBSETy=y(3,4)".
void read_20(http::Parameters const& parameters, Request& request)
{
    constexpr std::string_view geotiff = "GEOTIFF:";
    for (auto const& [name, value] : parameters.entries()) {
        if (equals_ignoring_case(name, "COVERAGEID")) {
            request.has_coverages = true;
            request.coverages = list_of(value, "coverage");
        } else if (equals_ignoring_case(name, "SUBSETTINGCRS")) {
            request.subsetting_crs = value;
        } else if (starts_with_ignoring_case(name, "SUBSET")) {
            request.subsets.push_back(subset_of(value));
        } else if (equals_ignoring_case(name, "OUTPUTCRS")) {
            request.output_crs = value;
        } else if (equals_ignoring_case(name, "MEDIATYPE")) {
            read_media_type(value, request);
        } else if (equals_ignoring_case(name, "RANGESUBSET")) {
            request.range_items = list_of(value, "rangesubset");
        } else if (starts_with_ignoring_case(name, geotiff)) {
            request.geotiff.emplace_back(to_lower(name.substr(geotiff.size())), value);
        } else {
            read_scale(name, value, request);
        }
        if (request.subsets.size() + request.scales.size() > max_axes) {
            throw WcsException{invalid_value, "subset", in_parse_20, "Too many axes."};
        }
    }
}

} // namespace

void read_parameters(http::Parameters const& parameters, Request& request)
{
    read_common(parameters, request);
    switch (family_of(request.version)) {
    case Family::V10:
        read_10(parameters, request);
        break;
    case Family::V11:
        read_11(parameters, request);
        break;
    case Family::V20:
        read_20(parameters, request);
        break;
    }
}

} // namespace ms::ows::wcs
