// SPDX-License-Identifier: MIT
#include "ows/wms/version.hpp"

#include "ows/common/metadata.hpp"
#include "ows/common/version_number.hpp"
#include "ows/wms/wms_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wms {

namespace {

struct Known {
    Version version;
    std::string_view text;
    int number; ///< 1.1.0 is 10100
};

// Ascending.
constexpr std::array known{
    Known{Version::V100, "1.0.0", 10000},
    Known{Version::V110, "1.1.0", 10100},
    Known{Version::V111, "1.1.1", 10101},
    Known{Version::V130, "1.3.0", 10300},
};

std::string_view requested(http::Parameters const& parameters) noexcept
{
    auto const* const version = parameters.last("VERSION");
    return version == nullptr ? parameters.value("WMTVER") : std::string_view{*version};
}

int checked_number(std::string_view text)
{
    if (auto const number = version_number(text)) {
        return *number;
    }
    throw ServiceException{"", malformed_version(text)};
}

std::optional<Version> find_number(int number) noexcept
{
    auto const* const found = std::ranges::find(known, number, &Known::number);
    return found == known.end() ? std::nullopt : std::optional{found->version};
}

} // namespace

std::string_view to_text(Version version) noexcept
{
    return known[static_cast<std::size_t>(version)].text;
}

std::optional<Version> find_version(http::Parameters const& parameters) noexcept
{
    auto const* const found = std::ranges::find(known, requested(parameters), &Known::text);
    return found == known.end() ? std::nullopt : std::optional{found->version};
}

Version required_version(http::Parameters const& parameters)
{
    auto const text = requested(parameters);
    if (text.empty()) {
        throw WmsException{"", in_dispatch, "Incomplete WMS request: VERSION parameter missing"};
    }
    if (auto const version = find_number(checked_number(text))) {
        return *version;
    }
    throw WmsException{"", in_dispatch,
                       "Invalid WMS version: VERSION " + std::string{text.substr(0, 100)} +
                           " is not supported. Supported versions are 1.0.0, 1.1.0, 1.1.1, 1.3.0"};
}

Version negotiated_version(http::Parameters const& parameters, mapfile::StringMap const& metadata)
{
    auto const text = requested(parameters);
    // A mapfile's version that cannot be read is ignored: it is no mistake of the client.
    auto const number = text.empty()
                            ? version_number(wms_value(metadata, "getcapabilities_version"))
                                  .value_or(known.back().number)
                            : checked_number(text);
    auto const above = std::ranges::upper_bound(known, number, {}, &Known::number);
    return above == known.begin() ? known.front().version : std::prev(above)->version;
}

} // namespace ms::ows::wms
