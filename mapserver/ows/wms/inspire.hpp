// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the extended capabilities of INSPIRE view services (wms_inspire_capabilities).

#include "ows/common/inspire.hpp"
#include "ows/wms/capabilities_parts.hpp"

#include <string>

namespace ms::ows::wms {

/// Whether capabilities of this version have an INSPIRE extension: from 1.1.1 on, as in MapServer.
[[nodiscard]] bool has_inspire(mapfile::Map const& map, Version version);

/// Writes <inspire_vs:ExtendedCapabilities>, or nothing without a scenario.
void write_inspire(CapabilitiesWriter& writer);

/// Declarations of those elements for the DTDs before 1.3.0, which require
/// VendorSpecificCapabilities to be declared in the internal subset of the document.
[[nodiscard]] std::string inspire_declarations();

/// Namespace and schema for xsi:schemaLocation.
inline constexpr std::string_view inspire_schemas =
    "http://inspire.ec.europa.eu/schemas/inspire_vs/1.0 "
    "https://inspire.ec.europa.eu/schemas/inspire_vs/1.0/inspire_vs.xsd";
inline constexpr std::string_view inspire_view_namespace =
    "http://inspire.ec.europa.eu/schemas/inspire_vs/1.0";

} // namespace ms::ows::wms
