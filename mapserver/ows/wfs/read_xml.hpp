// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads requests sent as XML.

#include "ows/wfs/request.hpp"

#include <string_view>

namespace ms::ows::wfs {

/// Whether a POST brings an XML document.
[[nodiscard]] bool has_xml_body(http::Request const& request) noexcept;

/// \param parameters of the URL, such as MapServer's map=; the document precedes them
[[nodiscard]] Request from_xml(XmlNode const& root, http::Parameters const& parameters);

/// What stands in a GetFeature or GetPropertyValue.
/// \throws WfsException
void read_xml_queries(XmlNode const& root, Request& request);

/// \throws WfsException naming the parameter
[[nodiscard]] int parse_number(std::string_view text, std::string_view name);

} // namespace ms::ows::wfs
