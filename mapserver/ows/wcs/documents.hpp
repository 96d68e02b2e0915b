// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes capabilities and descriptions of coverages. The elements of the three families differ.

#include "base/xml_writer.hpp"
#include "ows/common/call.hpp"
#include "ows/wcs/coverage.hpp"
#include "ows/wcs/request.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wcs {

/// \throws WcsException for a SECTION that there is not
[[nodiscard]] std::string capabilities_10(Call const& call, Request const& request);
[[nodiscard]] std::string capabilities_11(Call const& call, Request const& request);
[[nodiscard]] std::string capabilities_20(Call const& call, Request const& request);

[[nodiscard]] std::string description_10(Call const& call, std::span<Coverage const> coverages);
[[nodiscard]] std::string description_11(Call const& call, std::span<Coverage const> coverages);
[[nodiscard]] std::string description_20(Call const& call, std::span<Coverage const> coverages);

/// The coverages that capabilities list. Those that cannot be described are left out, with a line
/// in the log: capabilities must not fail with them.
[[nodiscard]] std::vector<Coverage> listed_coverages(Call const& call);

/// Whether SECTIONS requests a part of the capabilities.
[[nodiscard]] bool is_requested(Request const& request, std::string_view section);

/// "%.15g", as MapServer writes coordinates.
[[nodiscard]] std::string number_text(double number);
/// Two of them.
[[nodiscard]] std::string pair_text(double first, double second);

/// The versions that capabilities name, one of each family.
[[nodiscard]] std::span<std::string_view const> named_versions() noexcept;

/// <ows:Title>, <ows:Abstract> ... of 1.1.
void write_about_11(XmlWriter& xml, Coverage const& coverage);
/// <SupportedCRS> and <SupportedFormat> of 1.1.
void write_supported_11(XmlWriter& xml, Call const& call, Coverage const& coverage);
/// <ows:WGS84BoundingBox>
void write_geographic_11(XmlWriter& xml, Coverage const& coverage);
/// "urn:ogc:def:crs:EPSG::4326"
[[nodiscard]] std::string urn_of(std::string_view system);

/// Version, namespaces and schema of a document of 1.0, in its start tag.
/// \param schema "describeCoverage.xsd"
void declare_10(XmlWriter& xml, mapfile::Map const& map, std::string_view schema);
/// <metadataLink>, <description>, <name> ... of 1.0 up to <keywords>.
void write_about_10(XmlWriter& xml, Call const& call, Coverage const& coverage);

} // namespace ms::ows::wcs
