// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads requests sent as XML.

#include "http/request.hpp"
#include "ows/wfs/request.hpp"

#include <vector>

namespace ms::ows::wfs {

/// \param parameters of the URL, such as MapServer's map=; the document precedes them
[[nodiscard]] Request from_xml(XmlNode const& root, http::Parameters const& parameters);

/// Reads the content of a GetFeature or GetPropertyValue. \throws WfsException
void read_xml_queries(XmlNode const& root, Request& request);

/// The <Query> elements below an element (GetFeature, QueryExpressionText).
/// \throws WfsException
[[nodiscard]] std::vector<Query> parse_queries(XmlNode const& parent);

} // namespace ms::ows::wfs
