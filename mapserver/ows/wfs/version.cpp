// SPDX-License-Identifier: MIT
#include "ows/wfs/version.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"
#include "ows/common/version_number.hpp"
#include "ows/wfs/wfs_exception.hpp"

#include <algorithm>
#include <array>

namespace ms::ows::wfs {

namespace {

constexpr std::string_view in_capabilities = "msWFSGetCapabilities()";

struct Known {
    Version version;
    std::string_view text;
    int number; ///< 1.1.0 is 10100
};

// Ascending.
constexpr std::array known{Known{Version::V100, "1.0.0", 10000},
                           Known{Version::V110, "1.1.0", 10100},
                           Known{Version::V200, "2.0.0", 20000}};

Version accepted(std::string_view list)
{
    for (auto const item : split(list, ',')) {
        auto const text = trim(item);
        auto const number = version_number(text); // "1.1" is one of ours, too
        if (!number) {
            throw WfsException{invalid_value, "acceptversions", in_capabilities,
                               "Invalid version format : " + std::string{text.substr(0, 100)} +
                                   ".\n" + malformed_version(text)};
        }
        auto const* const found = std::ranges::find(known, *number, &Known::number);
        if (found != known.end()) {
            return found->version;
        }
    }
    throw WfsException{"VersionNegotiationFailed", "", in_capabilities,
                       "ACCEPTVERSIONS list (" + std::string{list.substr(0, 100)} +
                           ") does not match supported versions"};
}

} // namespace

std::string_view to_text(Version version) noexcept
{
    return known[static_cast<std::size_t>(version)].text;
}

std::optional<Version> find_version(std::string_view text) noexcept
{
    auto const* const found = std::ranges::find(known, text, &Known::text);
    return found == known.end() ? std::nullopt : std::optional{found->version};
}

Version required_version(std::string_view text)
{
    if (text.empty()) {
        throw WfsException{missing_value, "version", in_dispatch,
                           "Incomplete WFS request: VERSION parameter missing"};
    }
    auto const number = version_number(text); // "1.1" is one of ours, too
    auto const* const found = std::ranges::find(known, number.value_or(0), &Known::number);
    if (found != known.end()) {
        return found->version;
    }
    throw WfsException{invalid_value, "version", in_dispatch,
                       "WFS Server does not support VERSION " + std::string{text.substr(0, 100)} +
                           "."};
}

Version default_version(mapfile::StringMap const& metadata)
{
    auto const number = version_number(value_of(Service::Wfs, metadata, "getcapabilities_version"));
    auto const* const found = std::ranges::find(known, number.value_or(0), &Known::number);
    return found == known.end() ? Version::V200 : found->version;
}

Version negotiated_version(Request const& request, mapfile::StringMap const& metadata)
{
    if (!request.accept_versions.empty()) { // goes before VERSION, as in MapServer
        return accepted(request.accept_versions);
    }
    std::string_view const text{request.version_text};
    if (text.empty()) {
        return default_version(metadata);
    }
    auto const number = version_number(text);
    if (!number) {
        throw WfsException{invalid_value, "version", malformed_version(text)};
    }
    auto const above = std::ranges::upper_bound(known, *number, {}, &Known::number);
    return above == known.begin() ? known.front().version : std::prev(above)->version;
}

} // namespace ms::ows::wfs
