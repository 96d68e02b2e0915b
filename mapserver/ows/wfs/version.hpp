// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses and negotiates WFS versions.

#include "ows/wfs/request.hpp"

#include <optional>
#include <string_view>

namespace ms::ows::wfs {

/// "1.0.0" ...
[[nodiscard]] std::string_view to_text(Version version) noexcept;

/// The version that a text names exactly, or nothing.
[[nodiscard]] std::optional<Version> find_version(std::string_view text) noexcept;

/// For every operation but GetCapabilities.
/// \throws WfsException if the text is empty or unsupported
[[nodiscard]] Version required_version(std::string_view text);

/// Of wfs_getcapabilities_version, else the highest.
[[nodiscard]] Version default_version(mapfile::StringMap const& metadata);

/// For GetCapabilities: the first supported version of ACCEPTVERSIONS (OGC 06-121r3, 7.3.2); else
/// the supported one next below VERSION, as in older standards; without both the default one.
/// \throws WfsException VersionNegotiationFailed, or for a malformed version
[[nodiscard]] Version negotiated_version(Request const& request,
                                         mapfile::StringMap const& metadata);

} // namespace ms::ows::wfs
