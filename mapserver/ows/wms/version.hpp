// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// WMS versions and their negotiation.

#include "http/parameters.hpp"
#include "mapfile/model/common.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ms::ows::wms {

enum class Version : std::uint8_t { V100, V110, V111, V130 };

/// "1.0.0" ...
[[nodiscard]] std::string_view to_text(Version version) noexcept;

/// The version that a VERSION (or WMTVER) names exactly, or nothing.
[[nodiscard]] std::optional<Version> find_version(http::Parameters const& parameters) noexcept;

/// For every operation but GetCapabilities.
/// \throws ServiceException when VERSION is missing or none of ours
[[nodiscard]] Version required_version(http::Parameters const& parameters);

/// For GetCapabilities (OGC 06-042, 6.2.4): ours next to the one asked for, lower before higher;
/// without VERSION the one of wms_getcapabilities_version, else the highest.
/// \throws ServiceException when VERSION is malformed
[[nodiscard]] Version negotiated_version(http::Parameters const& parameters,
                                         mapfile::StringMap const& metadata);

} // namespace ms::ows::wms
