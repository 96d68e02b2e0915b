// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Requests that are sent as XML.

#include "ows/wfs/request.hpp"

#include <string_view>

namespace ms::ows::wfs {

/// Whether a POST brings an XML document.
[[nodiscard]] bool has_xml_body(http::Request const& request) noexcept;

/// \param parameters of the address: MapServer's map= and the like; what the document says goes
///        before them
[[nodiscard]] Request from_xml(XmlNode const& root, http::Parameters const& parameters);

/// What stands in a GetFeature or GetPropertyValue.
/// \throws WfsException
void read_xml_queries(XmlNode const& root, Request& request);

/// \throws WfsException naming the parameter
[[nodiscard]] int parse_number(std::string_view text, std::string_view name);

} // namespace ms::ows::wfs
