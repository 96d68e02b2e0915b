// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses and negotiates WMS versions.

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
/// \throws ServiceException if VERSION is missing or unsupported
[[nodiscard]] Version required_version(http::Parameters const& parameters);

/// For GetCapabilities (OGC 06-042, 6.2.4): the supported version next to the requested one, lower
/// before higher; without VERSION the one of wms_getcapabilities_version, else the highest.
/// \throws ServiceException if VERSION is malformed
[[nodiscard]] Version negotiated_version(http::Parameters const& parameters,
                                         mapfile::StringMap const& metadata);

} // namespace ms::ows::wms
