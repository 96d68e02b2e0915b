// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes what the extended capabilities of INSPIRE's view and download services have in common.

#include "base/xml_writer.hpp"
#include "ows/common/call.hpp"
#include "ows/common/metadata.hpp"

#include <cstdint>
#include <string_view>

namespace ms::ows {

/// INSPIRE's "Technical Guidance for the implementation of INSPIRE View Services", 4.2.3.3: the
/// service's metadata are linked ("url") or part of the capabilities ("embed").
enum class InspireScenario : std::uint8_t { None, Linked, Embedded };

/// wms_ (or wfs_), else ows_inspire_capabilities.
[[nodiscard]] InspireScenario inspire_scenario(mapfile::Map const& map, Service service);

struct InspireService {
    Service service;
    std::string_view kind; ///< "view" or "download"
};

/// The elements of inspire_common within an ExtendedCapabilities: the metadata as the scenario has
/// them, and the languages.
void write_inspire_metadata(XmlWriter& xml, Call const& call, InspireService const& service);

inline constexpr std::string_view inspire_common_namespace =
    "http://inspire.ec.europa.eu/schemas/common/1.0";

} // namespace ms::ows
