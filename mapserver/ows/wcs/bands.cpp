// SPDX-License-Identifier: MIT
#include "ows/wcs/bands.hpp"

#include "base/string.hpp"
#include "ows/wcs/version.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

namespace ms::ows::wcs {

namespace {

constexpr std::size_t max_selected = 1000;

/// "NEAREST", "nearest neighbor", "BILINEAR" ...; nullopt for others.
std::optional<std::string> kernel_of(std::string_view text)
{
    for (auto const* const kernel : {"NEAREST", "BILINEAR", "AVERAGE"}) {
        if (starts_with_ignoring_case(text, kernel)) {
            return kernel;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> number_of(std::string_view text, Coverage const& coverage)
{
    auto const number = parse_int(trim(text));
    bool const is_one =
        number && *number >= 1 && static_cast<std::size_t>(*number) <= coverage.bands;
    return is_one ? std::optional{static_cast<std::size_t>(*number)} : std::nullopt;
}

/// The values of 1.0's axis "bands", if the coverage has it.
void select_10(Request const& request, Coverage const& coverage, Sampling& sampling)
{
    auto const axes = split_list(value_of(coverage, "rangeset_axes"));
    if (!request.bands || std::ranges::find(axes, "bands") == axes.end()) {
        return;
    }
    sampling.bands.clear();
    sampling.has_bands = true;
    for (auto const word : split(*request.bands, ',')) {
        auto const band = number_of(word, coverage);
        if (!band || sampling.bands.size() >= max_selected) {
            throw WcsException{invalid_value, "bands", in_get_coverage,
                               "Error specifying \"bands\" parameter value(s)."};
        }
        sampling.bands.push_back(*band);
    }
}

/// "raster:bilinear[bands[1,2]]", each part but the first may be missing.
void select_11(Request const& request, Coverage const& coverage, Sampling& sampling)
{
    std::string_view text{request.range_subset};
    if (text.empty()) {
        return;
    }
    auto const name = value_of(coverage, "rangeset_name");
    auto const field = name.empty() ? std::string_view{"raster"} : name;
    auto const refuse = [&](std::string const& why) {
        throw WcsException{"NoApplicableCode", "mapserv", "msWCSGetCoverageBands11()", why};
    };
    if (!starts_with_ignoring_case(text, field)) {
        refuse(fmt::format("RangeSubset field name malformed, expected '{}', got RangeSubset={}",
                           field, text.substr(0, 100)));
    }
    text.remove_prefix(field.size());
    auto const bracket = std::min(text.find('['), text.size());
    if (text.starts_with(':')) {
        auto const method = text.substr(1, bracket - 1);
        auto const kernel = kernel_of(method);
        if (!kernel) {
            refuse(
                fmt::format("'{}' is an unsupported interpolation method.", method.substr(0, 100)));
        }
        sampling.resample = *kernel;
    }
    text.remove_prefix(bracket);
    if (text.empty()) {
        return;
    }
    auto const keys = text.find('[', 1);
    auto const end = text.find(']');
    if (keys == std::string_view::npos || end == std::string_view::npos || end < keys) {
        refuse("RangeSubset has no list of keys.");
    }
    sampling.bands.clear();
    sampling.has_bands = true;
    for (auto const word : split(text.substr(keys + 1, end - keys - 1), ',')) {
        auto const band = number_of(word, coverage);
        if (!band || sampling.bands.size() >= max_selected) {
            refuse(fmt::format("RangeSubset has no band '{}'.", word.substr(0, 100)));
        }
        sampling.bands.push_back(*band);
    }
}

std::size_t band_20(std::string_view text, Coverage const& coverage,
                    std::vector<std::string> const& names)
{
    auto const refuse = [](std::string const& why) {
        throw WcsException{invalid_value, "rangesubset", "msWCSGetCoverage20_GetBands()", why};
    };
    auto const name = std::ranges::find_if(
        names, [&](std::string const& each) { return equals_ignoring_case(each, text); });
    if (name != names.end()) {
        return static_cast<std::size_t>(name - names.begin()) + 1;
    }
    if (!parse_int(text)) {
        refuse(fmt::format("'{}' is not a valid band identifier.", text.substr(0, 100)));
    }
    auto const number = number_of(text, coverage);
    if (!number) {
        refuse(fmt::format("Band index is out of the valid range: 1-{}", coverage.bands));
    }
    return *number;
}

/// Names, numbers, and intervals "1:3" of them.
void select_20(Request const& request, Coverage const& coverage, Sampling& sampling)
{
    if (!request.range_items) {
        return;
    }
    auto const names = band_names(coverage);
    sampling.bands.clear();
    sampling.has_bands = true;
    auto items = *request.range_items;
    if (items.empty()) {
        items.emplace_back();
    }
    for (auto const& item : items) {
        auto const ends = split(item, ':');
        auto const first = band_20(trim(ends[0]), coverage, names);
        auto const last = ends.size() > 1 ? band_20(trim(ends[1]), coverage, names) : first;
        if (ends.size() > 2 || (ends.size() == 2 && first >= last) ||
            sampling.bands.size() + (last - first) > max_selected) {
            throw WcsException{invalid_value, "rangesubset", "msWCSGetCoverage20_GetBands()",
                               "Invalid range interval given."};
        }
        for (auto band = first; band <= last; ++band) {
            sampling.bands.push_back(band);
        }
    }
}

} // namespace

Sampling sampling_of(Request const& request, Coverage const& coverage)
{
    Sampling sampling;
    sampling.bands.resize(coverage.bands);
    std::iota(sampling.bands.begin(), sampling.bands.end(), std::size_t{1});
    auto const family = family_of(request.version);
    if (family == Family::V20) {
        sampling.resample = "NEAREST"; // whatever RESAMPLE of the layer is, as in MapServer
    }
    if (request.interpolation && family != Family::V11) {
        auto const kernel = kernel_of(*request.interpolation);
        if (!kernel) {
            auto const shown = request.interpolation->substr(0, 100);
            bool const is_20 = family == Family::V20;
            throw WcsException{
                invalid_value, "interpolation", is_20 ? in_get_coverage_20 : in_get_coverage,
                is_20
                    ? fmt::format("'{}' specifies an unsupported interpolation method.", shown)
                    : fmt::format("INTERPOLATION={} specifies an unsupported interpolation method.",
                                  shown)};
        }
        sampling.resample = *kernel;
    }
    switch (family) {
    case Family::V10:
        select_10(request, coverage, sampling);
        break;
    case Family::V11:
        select_11(request, coverage, sampling);
        break;
    case Family::V20:
        select_20(request, coverage, sampling);
        break;
    }
    return sampling;
}

} // namespace ms::ows::wcs
